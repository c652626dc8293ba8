package io.pragh.rdma.tcp;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.ServerChannel;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.ssl.SslContext;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.GlobalEventExecutor;
import io.pragh.core.base.PraghException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The threads and sockets of a fabric: epoll where it is available, else NIO. Any thread. */
final class Reactor implements AutoCloseable {
    private static final WriteBufferWaterMark WATER_MARK = new WriteBufferWaterMark(1 << 20, 4 << 20);
    private static final int CONNECT_MILLIS = 3_000;
    private static final int BACKLOG = 128;
    private static final long END_SECONDS = 5;
    private static final long NAMES_IDLE_SECONDS = 10;

    private final EventLoopGroup group;
    /** Looks names up; at most one at a time for each peer. */
    private final ExecutorService names;

    private final Class<? extends SocketChannel> outgoing;
    private final Class<? extends ServerChannel> incoming;
    /** All connections. Netty's threads may end under load while some of their sockets are still open. */
    private final ChannelGroup connections = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE, true);

    private @Nullable Channel server;

    Reactor(int self, int threads, boolean epoll) {
        DefaultThreadFactory factory = new DefaultThreadFactory("pragh-tcp-" + self, true);
        names = new ThreadPoolExecutor(
                0,
                Integer.MAX_VALUE,
                NAMES_IDLE_SECONDS,
                TimeUnit.SECONDS,
                new SynchronousQueue<>(),
                new DefaultThreadFactory("pragh-tcp-names-" + self, true),
                new ThreadPoolExecutor.DiscardPolicy()); // nobody is called any more once it was shut down
        if (epoll && Epoll.isAvailable()) {
            group = new MultiThreadIoEventLoopGroup(threads, factory, EpollIoHandler.newFactory());
            outgoing = EpollSocketChannel.class;
            incoming = EpollServerSocketChannel.class;
        } else {
            group = new MultiThreadIoEventLoopGroup(threads, factory, NioIoHandler.newFactory());
            outgoing = NioSocketChannel.class;
            incoming = NioServerSocketChannel.class;
        }
    }

    private ChannelInitializer<SocketChannel> pipeline(@Nullable SslContext tls, Supplier<ChannelHandler> handler) {
        return new ChannelInitializer<>() {
            @Override
            protected void initChannel(SocketChannel channel) {
                connections.add(channel);
                if (tls != null) {
                    channel.pipeline().addLast(tls.newHandler(channel.alloc()));
                }
                channel.pipeline().addLast(handler.get());
            }
        };
    }

    /** Listens; returns the port. */
    int listen(String host, int port, @Nullable SslContext tls, Supplier<ChannelHandler> handler) {
        ChannelFuture bound = new ServerBootstrap()
                .group(group)
                .channel(incoming)
                .option(ChannelOption.SO_BACKLOG, BACKLOG)
                .option(ChannelOption.SO_REUSEADDR, true)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childOption(ChannelOption.WRITE_BUFFER_WATER_MARK, WATER_MARK)
                .childHandler(pipeline(tls, handler))
                .bind(resolved(host, port))
                .awaitUninterruptibly();
        if (!bound.isSuccess()) {
            throw new PraghException(
                    "the TCP fabric cannot listen: host=" + host + " port=" + port + " reason="
                            + bound.cause().getMessage(),
                    bound.cause());
        }
        server = bound.channel();
        return ((InetSocketAddress) bound.channel().localAddress()).getPort();
    }

    private static InetSocketAddress resolved(String host, int port) {
        try {
            return new InetSocketAddress(InetAddress.getByName(host), port);
        } catch (UnknownHostException unknown) {
            throw new PraghException("the TCP fabric's host has no address: host=" + host, unknown);
        }
    }

    /**
     * Connects; {@code failed} gets the reason when the connection fails. The handler gets everything else. Returns at
     * once: the name is looked up by a thread that serves nobody, because the JDK waits for the name server.
     */
    void call(
            InetSocketAddress to,
            @Nullable SslContext tls,
            Supplier<ChannelHandler> handler,
            Consumer<Throwable> failed) {
        names.execute(() -> {
            InetSocketAddress found = new InetSocketAddress(to.getHostString(), to.getPort());
            if (found.isUnresolved()) {
                failed.accept(new UnknownHostException(to.getHostString()));
            } else {
                connect(found, tls, handler, failed);
            }
        });
    }

    private void connect(
            InetSocketAddress to,
            @Nullable SslContext tls,
            Supplier<ChannelHandler> handler,
            Consumer<Throwable> failed) {
        ChannelFuture called = new Bootstrap()
                .group(group)
                .channel(outgoing)
                .option(ChannelOption.TCP_NODELAY, true)
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, CONNECT_MILLIS)
                .option(ChannelOption.WRITE_BUFFER_WATER_MARK, WATER_MARK)
                .handler(pipeline(tls, handler))
                .connect(to);
        ChannelFuture unused = called.addListener(done -> {
            if (!done.isSuccess()) {
                failed.accept(done.cause());
            }
        });
    }

    /** Runs a task later, unless the reactor is closed by then. */
    void later(Runnable task, long millis) {
        if (!group.isShuttingDown()) {
            var unused = group.schedule(task, millis, TimeUnit.MILLISECONDS);
        }
    }

    @Override
    public void close() {
        names.shutdown();
        Channel listening = server;
        if (listening != null) {
            listening.close().awaitUninterruptibly();
        }
        connections.close().awaitUninterruptibly(END_SECONDS, TimeUnit.SECONDS);
        group.shutdownGracefully(0, END_SECONDS, TimeUnit.SECONDS).awaitUninterruptibly(END_SECONDS, TimeUnit.SECONDS);
    }
}
