package io.pragh.rdma.tcp;

import io.pragh.rdma.wire.Frame;
import io.pragh.testkit.Workers;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * An attacker between two nodes: relays the frames of both, records all bytes, and sends in place of a frame the
 * frames that a test gives. Any thread.
 */
final class Relay implements AutoCloseable {
    private static final Function<byte[], List<byte[]>> FAITHFUL = List::of;

    private final InetSocketAddress listener;
    private final ServerSocket door = new ServerSocket(0, 16, InetAddress.getLoopbackAddress());
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private final ByteArrayOutputStream overheard = new ByteArrayOutputStream();
    private final Workers workers = new Workers();
    private volatile Function<byte[], List<byte[]>> towardsListener = FAITHFUL;
    private volatile Function<byte[], List<byte[]>> towardsCaller = FAITHFUL;

    /** Begins to listen, and to relay to this node. */
    Relay(TcpFabric node) throws IOException {
        InetSocketAddress named = TcpSettings.socketAddress(node.address(), 1);
        listener = new InetSocketAddress(named.getHostString(), named.getPort());
        workers.start(this::accept);
    }

    /** The address that a caller is told in place of the node's. */
    String address() {
        return "tcp://127.0.0.1:" + door.getLocalPort();
    }

    /** From now on, replaces each frame to the listener by the frames that this function returns. */
    void towardsListener(Function<byte[], List<byte[]>> change) {
        towardsListener = change;
    }

    /** From now on, replaces each frame to the caller by the frames that this function returns. */
    void towardsCaller(Function<byte[], List<byte[]>> change) {
        towardsCaller = change;
    }

    /** All bytes that went through, in both directions. */
    byte[] overheard() {
        synchronized (overheard) {
            return overheard.toByteArray();
        }
    }

    /** Connections of callers that are relayed now. */
    int connections() {
        return sockets.size() / 2;
    }

    private void accept() throws IOException {
        try {
            while (true) {
                Socket caller = kept(door.accept());
                Socket called = kept(new Socket(listener.getAddress(), listener.getPort()));
                workers.start(() -> pump(caller, called, frame -> towardsListener.apply(frame)));
                workers.start(() -> pump(called, caller, frame -> towardsCaller.apply(frame)));
            }
        } catch (SocketException closed) {
            if (!door.isClosed()) {
                throw closed;
            }
        }
    }

    private Socket kept(Socket socket) throws IOException {
        socket.setTcpNoDelay(true);
        sockets.add(socket);
        return socket;
    }

    private void pump(Socket from, Socket to, Function<byte[], List<byte[]>> change) throws IOException {
        try (from;
                to) {
            DataInputStream in = new DataInputStream(from.getInputStream());
            OutputStream out = to.getOutputStream();
            while (true) {
                byte[] frame = next(in);
                synchronized (overheard) {
                    overheard.write(frame);
                }
                for (byte[] sent : change.apply(frame)) {
                    out.write(sent);
                }
                out.flush();
            }
        } catch (EOFException | SocketException hungUp) {
            sockets.removeAll(List.of(from, to));
        }
    }

    private static byte[] next(DataInputStream in) throws IOException {
        byte[] head = in.readNBytes(Frame.HEAD_BYTES);
        if (head.length < Frame.HEAD_BYTES) {
            throw new EOFException("hung up");
        }
        int length = ByteBuffer.wrap(head).order(ByteOrder.LITTLE_ENDIAN).getInt(Frame.LENGTH_OFFSET);
        byte[] frame = new byte[length];
        System.arraycopy(head, 0, frame, 0, head.length);
        in.readFully(frame, head.length, length - head.length);
        return frame;
    }

    @Override
    public void close() throws IOException {
        door.close();
        for (Socket socket : sockets) {
            socket.close();
        }
        workers.close();
    }
}
