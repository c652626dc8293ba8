package io.pragh.rdma.tcp;

import io.netty.channel.Channel;
import io.netty.handler.codec.DecoderException;
import io.pragh.core.base.PraghException;
import io.pragh.core.fabric.Endpoint;
import io.pragh.core.fabric.Fabric;
import io.pragh.core.fabric.FabricSeat;
import io.pragh.core.fabric.Message;
import io.pragh.core.fabric.MessageHandler;
import io.pragh.core.fabric.OpStatus;
import io.pragh.core.fabric.TrafficTally;
import io.pragh.core.memory.Region;
import io.pragh.rdma.wire.ExposureNotice;
import io.pragh.rdma.wire.Exposures;
import io.pragh.rdma.wire.Handshake;
import io.pragh.rdma.wire.MalformedFrameException;
import io.pragh.rdma.wire.MessageInbox;
import io.pragh.rdma.wire.Part;
import java.io.IOException;
import java.security.SecureRandom;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** One node's fabric on TCP. Any thread. */
final class TcpFabric implements Fabric {
    private static final Set<String> EVERYWHERE = Set.of("0.0.0.0", "::", "0:0:0:0:0:0:0:0");

    private final FabricSeat seat;
    private final TcpSettings settings;
    private final Credentials credentials;
    private final SecureRandom random = new SecureRandom();
    private final Exposures exposures;
    private final Refusals refusals;
    private final TrafficTally tally = new TrafficTally();
    private final MessageInbox inbox = new MessageInbox();
    private final Callers callers;
    private final Peers peers;
    private final List<TcpEndpoint> endpoints = new CopyOnWriteArrayList<>();
    private final Set<Integer> fenced = ConcurrentHashMap.newKeySet();
    private final Reactor reactor;
    private final String address;
    private volatile boolean closed;

    TcpFabric(FabricSeat seat, TcpSettings settings, Credentials credentials) {
        this.seat = seat;
        this.settings = settings;
        this.credentials = credentials;
        this.exposures = new Exposures(seat.node(), seat.epoch(), random);
        this.refusals = new Refusals(seat.node());
        if (settings.advertise().isEmpty() && EVERYWHERE.contains(settings.host())) {
            throw new PraghException(
                    "a TCP fabric that listens everywhere must be told what to advertise: address=" + seat.address());
        }
        this.reactor = new Reactor(seat.node(), settings.threads(), settings.epoll());
        this.callers = new Callers();
        this.peers = new Peers(this, reactor);
        try {
            int port = reactor.listen(settings.host(), settings.port(), credentials.server(), () -> new Listener(this));
            String host = settings.host().indexOf(':') < 0 ? settings.host() : "[" + settings.host() + "]";
            this.address = "tcp://" + (settings.advertise().isEmpty() ? host + ":" + port : settings.advertise());
        } catch (PraghException failed) {
            reactor.close();
            throw failed;
        }
    }

    @Override
    public int self() {
        return seat.node();
    }

    @Override
    public boolean atomicWithCpu() {
        return true;
    }

    @Override
    public String address() {
        return address;
    }

    @Override
    public void meet(int node, String where) {
        if (node != self() && !where.isEmpty() && !fenced.contains(node) && !closed) {
            peers.meet(node, TcpSettings.socketAddress(where, 1));
        }
    }

    @Override
    public boolean isRefused(int node) {
        return peers.isRefused(node);
    }

    @Override
    public Region region(int segmentBytes, int segmentCountMax) {
        return Region.direct(segmentBytes, segmentCountMax);
    }

    @Override
    public void expose(int partition, Region region) {
        if (closed) {
            throw new PraghException("a closed fabric exposes nothing: node=" + self() + " partition=" + partition);
        }
        ExposureNotice notice = exposures.expose(partition, region);
        awaitIdle(); // no endpoint uses the former region any more
        callers.tellAll(notice);
    }

    @Override
    public void withdraw(int partition) {
        if (exposures.withdraw(partition)) {
            awaitIdle();
        }
    }

    private void awaitIdle() {
        endpoints.forEach(TcpEndpoint::awaitIdle);
        callers.awaitIdle();
    }

    @Override
    public void fence(int node) {
        if (node == self()) {
            throw new PraghException("a node cannot fence itself: node=" + node);
        }
        fenced.add(node);
        callers.disallow(node);
    }

    @Override
    public Endpoint open() {
        TcpEndpoint endpoint = new TcpEndpoint(this);
        endpoints.add(endpoint);
        return endpoint;
    }

    void closed(TcpEndpoint endpoint) {
        endpoints.remove(endpoint);
    }

    @Override
    public void send(Message message) {
        Message sent = message.sentBy(self());
        if (sent.to() == self()) {
            received(sent);
            return;
        }
        tally.message(sent.to(), sent.payload().remaining());
        if (!closed) {
            peers.send(sent);
        }
    }

    /** Takes a message from another node or from this node. */
    void received(Message message) {
        if (!closed && !fenced.contains(message.from())) {
            inbox.add(message);
        }
    }

    @Override
    public void receiveWith(MessageHandler handler) {
        inbox.handler(handler);
    }

    @Override
    public int deliver(int limit) {
        return inbox.deliver(limit, fenced::contains, () -> !closed);
    }

    @Override
    public TrafficTally tally() {
        return tally;
    }

    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        exposures.withdrawAll();
        awaitIdle();
        crash();
    }

    /**
     * Ends all connections and threads without withdrawing anything, as a crash looks to the other nodes. For tests
     * of crashes.
     */
    void crash() {
        closed = true;
        reactor.close();
    }

    /** Messages lost on the way out or in because a node was out of reach or too slow. */
    long messagesLost() {
        return inbox.lost() + peers.messagesLost();
    }

    boolean isClosed() {
        return closed;
    }

    Exposures exposures() {
        return exposures;
    }

    TcpSettings settings() {
        return settings;
    }

    Credentials credentials() {
        return credentials;
    }

    Refusals refusals() {
        return refusals;
    }

    Peers peers() {
        return peers;
    }

    String cluster() {
        return seat.cluster();
    }

    /** Sends a part to a node, or ends it. */
    void submit(int node, Part part, Flight flight) {
        PeerLink link = peers.link(node);
        if (link == null) {
            flight.fail(part, OpStatus.UNREACHABLE);
            flight.end();
        } else {
            link.submit(part, flight);
        }
    }

    private byte[] nonce() {
        byte[] nonce = new byte[Handshake.NONCE_BYTES];
        random.nextBytes(nonce);
        return nonce;
    }

    /** The HELLO with which this node calls. */
    Handshake.Hello hello(int to) {
        return new Handshake.Hello(seat.cluster(), self(), seat.epoch(), to, nonce());
    }

    /** The CHALLENGE with which this node answers a call. */
    Handshake.Challenge challenge() {
        return new Handshake.Challenge(self(), seat.epoch(), nonce());
    }

    /** The reason why a caller is not even asked for its proof, or null. */
    @Nullable
    String problemWith(Handshake.Hello hello) {
        if (!hello.cluster().equals(seat.cluster())) {
            return "this node belongs to another cluster";
        }
        if (hello.to() != self()) {
            return "this is not the node that was called: node=" + self() + " called=" + hello.to();
        }
        return hello.from() < 0 || hello.from() == self() ? "no other node has this number" : null;
    }

    /**
     * Admits a caller that has not proved itself yet, perhaps in place of another; false when this caller has to go.
     */
    boolean greets(Listener listener) {
        if (closed) {
            return false;
        }
        Listener leaving = callers.greet(listener);
        if (leaving != null) {
            leaving.makeRoom();
        }
        return true;
    }

    /** Lets in a caller that has proved itself, or returns the reason why not. */
    @Nullable
    String letIn(Listener listener, Runnable welcome) {
        if (fenced.contains(listener.from())) {
            callers.hungUp(listener);
            return "this member was expelled: node=" + listener.from();
        }
        if (!callers.letIn(listener, welcome)) {
            return "a later life of this member has been here: node=" + listener.from() + " epoch=" + listener.epoch();
        }
        if (fenced.contains(listener.from())) {
            listener.disallow();
        }
        return null;
    }

    void hungUp(Listener listener) {
        callers.hungUp(listener);
    }

    void noticeTaken() {
        callers.noticeTaken();
    }

    /** Handles the notice that another node exposes a partition. */
    void heard(int node, ExposureNotice notice) {
        if (exposures.heard(node, notice)) {
            awaitIdle();
        }
    }

    /** Called when another node has let this node in. */
    void reached(int node, List<ExposureNotice> notices) {
        peers.reached(node);
        if (exposures.heardAll(node, notices)) {
            awaitIdle();
        }
    }

    /** Called when a connection has ended; calls again if the peer is still wanted. */
    void callAgain(PeerLink link) {
        if (!closed && !fenced.contains(link.node()) && !link.isExpelled()) {
            peers.callLater(link);
        }
    }

    /** Handles an exception or malformed bytes on a connection. */
    void unusual(Channel channel, Throwable cause) {
        if (cause instanceof MalformedFrameException nonsense) {
            refusals.refused(
                    channel.remoteAddress(), "what a peer sent makes no sense", String.valueOf(nonsense.getMessage()));
        } else if (cause instanceof DecoderException tls) {
            refusals.refused(channel.remoteAddress(), "TLS failed", String.valueOf(tls.getMessage()));
        } else if (!(cause instanceof IOException)) {
            refusals.refused(channel.remoteAddress(), "a connection failed", String.valueOf(cause));
        }
    }
}
