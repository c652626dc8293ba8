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
 * Somebody on the way between two nodes: relays what both say, frame by frame, writes everything down, and sends on what a test wants
 * instead of a frame. Any thread.
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

    /** Stands before a node. */
    Relay(TcpFabric node) throws IOException {
        InetSocketAddress named = TcpSettings.socketAddress(node.address(), 1);
        listener = new InetSocketAddress(named.getHostString(), named.getPort());
        workers.start(this::accept);
    }

    /** Where a node calls that is to be misled. */
    String address() {
        return "tcp://127.0.0.1:" + door.getLocalPort();
    }

    /** From now on frames to the listener are changed so. */
    void towardsListener(Function<byte[], List<byte[]>> change) {
        towardsListener = change;
    }

    /** From now on frames to the caller are changed so. */
    void towardsCaller(Function<byte[], List<byte[]>> change) {
        towardsCaller = change;
    }

    /** All that went through, in both directions. */
    byte[] overheard() {
        synchronized (overheard) {
            return overheard.toByteArray();
        }
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
