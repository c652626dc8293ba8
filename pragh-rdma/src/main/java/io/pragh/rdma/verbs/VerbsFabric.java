package io.pragh.rdma.verbs;

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
import io.pragh.rdma.wire.MessageInbox;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/** One node's fabric on RDMA verbs. Any thread. */
// Access to memory needs two things: a queue pair, and the keys of an exposure. A fence destroys the first, a
// withdrawal or another exposure invalidates the second; the card ensures that no operation under way takes effect
// afterwards. Notices only save other nodes the attempt.
final class VerbsFabric implements Fabric {
    private static final System.Logger LOG = System.getLogger(VerbsFabric.class.getName());

    private final FabricSeat seat;
    private final VerbsSettings settings;
    private final Device device;
    private final Exposures exposures;
    private final AtomicReferenceArray<Segments.@Nullable Exposure> exposed =
            new AtomicReferenceArray<>(PARTITIONS_MAX);
    private final AtomicReferenceArray<@Nullable Known> known = new AtomicReferenceArray<>(PARTITIONS_MAX);
    private final Map<Region, Segments> regions = Collections.synchronizedMap(new WeakHashMap<>());
    private final TrafficTally tally = new TrafficTally();
    private final MessageInbox inbox = new MessageInbox();
    private final Callers callers = new Callers();
    private final Lanes lanes = new Lanes(this);
    private final Map<Integer, PeerLink> peers = new ConcurrentHashMap<>();
    private final Pump pump;
    private final Connections connections;
    private volatile boolean closed;

    /** The segments of another node's exposure; no table once it was withdrawn. */
    private record Known(ExposureNotice notice, @Nullable SegmentTable table) {}

    VerbsFabric(FabricSeat seat, VerbsSettings settings, Device device) {
        this.seat = seat;
        this.settings = settings;
        this.device = device;
        this.exposures = new Exposures(seat.node(), seat.epoch(), new SecureRandom());
        try {
            this.pump = new Pump(device, seat.node());
        } catch (IOException full) {
            device.close();
            throw new PraghException("the RDMA device has no room for another node: reason=" + full.getMessage(), full);
        }
        this.connections =
                new Connections(device, pump, seat.node(), settings.silenceNanos(), () -> new Caller(this), this::look);
        pump.start();
        connections.start();
    }

    private void look() {
        peers.values().forEach(PeerLink::look);
    }

    @Override
    public int self() {
        return seat.node();
    }

    /**
     * Always false, whatever the card says: where a card is atomic with the processor, that holds for one card and
     * one processor only.
     */
    @Override
    public boolean atomicWithCpu() {
        return false;
    }

    @Override
    public String address() {
        return settings.address(device.host(), device.port());
    }

    @Override
    public void meet(int node, String where) {
        if (node != self() && !where.isEmpty() && !callers.isFenced(node) && !closed) {
            InetSocketAddress place = VerbsSettings.socketAddress(where, 1);
            peers.computeIfAbsent(node, n -> new PeerLink(this, n, place)).meet(place);
        }
    }

    @Override
    public Region region(int segmentBytes, int segmentCountMax) {
        Segments segments = new Segments(device, segmentBytes, segmentCountMax);
        Region region = new Region(segmentBytes, segmentCountMax, segments::add);
        regions.put(region, segments);
        return region;
    }

    @Override
    public void expose(int partition, Region region) {
        Segments segments = regions.get(region);
        if (segments == null || partition < 0 || partition >= PARTITIONS_MAX) {
            throw new PraghException(
                    segments == null
                            ? "a fabric on RDMA exposes regions that it has made: node=" + self()
                            : "no such partition: partition=" + partition);
        }
        if (closed) {
            throw new PraghException("a closed fabric exposes nothing: node=" + self() + " partition=" + partition);
        }
        Segments.Exposure made = segments.expose();
        Segments.Exposure former;
        ExposureNotice notice;
        synchronized (exposures) {
            former = exposed.getAndSet(partition, made);
            notice = exposures.expose(partition, region);
        }
        if (former != null) {
            former.close();
        }
        callers.tellAll(place(notice, made));
    }

    private static Greeting.Place place(ExposureNotice notice, Segments.@Nullable Exposure exposure) {
        return exposure == null
                ? new Greeting.Place(notice, 0, 0)
                : new Greeting.Place(
                        notice, exposure.table().address(), exposure.table().shape());
    }

    @Override
    public void withdraw(int partition) {
        Segments.Exposure former;
        Exposures.Own own;
        synchronized (exposures) {
            own = exposures.own(partition);
            former = exposures.withdraw(partition) ? exposed.getAndSet(partition, null) : null;
        }
        if (former != null && own != null) {
            former.close();
            callers.tellAll(place(own.notice(), null));
        }
    }

    @Override
    public void fence(int node) {
        if (node == self()) {
            throw new PraghException("a node cannot fence itself: node=" + node);
        }
        callers.fence(node);
    }

    @Override
    public Endpoint open() {
        return new VerbsEndpoint(this);
    }

    @Override
    public void send(Message message) {
        Message sent = message.sentBy(self());
        if (sent.to() == self()) {
            received(sent);
            return;
        }
        tally.message(sent.to(), sent.payload().remaining());
        PeerLink link = peers.get(sent.to());
        if (link != null && !closed) {
            link.send(sent);
        }
    }

    /** Takes a message from another node or from this node. */
    void received(Message message) {
        if (!closed && !callers.isFenced(message.from())) {
            inbox.add(message);
        }
    }

    @Override
    public void receiveWith(MessageHandler handler) {
        inbox.handler(handler);
    }

    @Override
    public int deliver(int limit) {
        return inbox.deliver(limit, callers::isFenced, () -> !closed);
    }

    @Override
    public TrafficTally tally() {
        return tally;
    }

    @Override
    public void close() {
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
        }
        connections.stop();
        pump.stop();
        lanes.close();
        connections.close();
        exposures.withdrawAll();
        for (int partition = 0; partition < PARTITIONS_MAX; partition++) {
            Segments.Exposure exposure = exposed.getAndSet(partition, null);
            if (exposure != null) {
                exposure.close();
            }
        }
        pump.close();
        device.close();
    }

    boolean isClosed() {
        return closed;
    }

    VerbsSettings settings() {
        return settings;
    }

    Device device() {
        return device;
    }

    Connections connections() {
        return connections;
    }

    Callers callers() {
        return callers;
    }

    Lanes lanes() {
        return lanes;
    }

    Exposures exposures() {
        return exposures;
    }

    /** Address of a node's device, this node's included; null when this node has not met it. */
    @Nullable
    InetSocketAddress placeOf(int node) {
        PeerLink link = peers.get(node);
        return node == self()
                ? new InetSocketAddress(device.host(), device.port())
                : link == null ? null : link.where();
    }

    /** Status with which an operation on a node ends at once, or OK when it may be posted. */
    OpStatus refusalNow(int node) {
        PeerLink link = peers.get(node);
        return link != null && link.isOpen() && !link.isExpelled() ? OpStatus.OK : refusal(node);
    }

    /** Status of an operation on a node that was not posted. */
    OpStatus refusal(int node) {
        PeerLink link = peers.get(node);
        return link == null ? OpStatus.UNREACHABLE : link.refusal();
    }

    /** Called when a node has said that this node is no member any more. */
    void expelledBy(int node) {
        PeerLink link = peers.get(node);
        if (link != null) {
            link.expelled();
        }
    }

    /** Whether a node has let this node in; for tests. */
    boolean hasReached(int node) {
        return refusalNow(node) == OpStatus.OK;
    }

    /** The segment table of this node's own exposure of a partition. */
    @Nullable
    SegmentTable ownTable(int partition) {
        Segments.Exposure exposure = exposed.get(partition);
        return exposure == null ? null : exposure.table();
    }

    /** The segment table of another node's exposure; null when it was withdrawn. */
    @Nullable
    SegmentTable tableOf(int partition, Exposures.Route route) {
        Known place = known.get(partition);
        return place == null || !place.notice.equals(route.notice()) ? null : place.table;
    }

    /** The exposures that a node must know once it was let in. */
    List<Greeting.Place> places() {
        synchronized (exposures) {
            return exposures.notices().stream()
                    .map(notice -> place(notice, exposed.get(notice.partition())))
                    .toList();
        }
    }

    /** Handles the notice that another node exposes a partition, or has withdrawn it. */
    void heard(int node, Greeting.Place place) {
        boolean takes;
        synchronized (exposures) {
            takes = exposures.heard(node, place.notice());
            know(place);
        }
        if (takes) {
            closeReplaced();
        }
    }

    /** Called when another node has let this node in. */
    void heardAll(int node, List<Greeting.Place> places) {
        boolean takes;
        synchronized (exposures) {
            takes = exposures.heardAll(
                    node, places.stream().map(Greeting.Place::notice).toList());
            places.forEach(this::know);
        }
        if (takes) {
            closeReplaced();
        }
    }

    private void know(Greeting.Place place) {
        int partition = place.notice().partition();
        Exposures.Route route = exposures.route(partition);
        if (route != null && route.notice().equals(place.notice())) {
            SegmentTable table = place.address() == 0 ? null : new SegmentTable(place.address(), place.shape(), false);
            known.set(partition, new Known(place.notice(), table));
        }
    }

    /** Ends access to partitions that other nodes expose now. */
    private void closeReplaced() {
        for (int partition = 0; partition < PARTITIONS_MAX; partition++) {
            Segments.Exposure former = null;
            synchronized (exposures) {
                if (exposed.get(partition) != null && exposures.own(partition) == null) {
                    former = exposed.getAndSet(partition, null);
                }
            }
            if (former != null) {
                former.close();
            }
        }
    }

    /** The HELLO with which this node calls. */
    Greeting.Hello hello(int to, Greeting.Purpose purpose) {
        return new Greeting.Hello(seat.cluster(), self(), seat.epoch(), to, purpose);
    }

    /** The reason why a caller is not let in, or null. */
    @Nullable
    String problemWith(Greeting.Hello hello) {
        if (!hello.cluster().equals(seat.cluster())) {
            return "this node belongs to another cluster";
        }
        if (hello.to() != self()) {
            return "this is not the node that was called: node=" + self() + " called=" + hello.to();
        }
        boolean isOther = hello.from() >= 0 && hello.from() != self();
        boolean isLoopback = hello.from() == self()
                && hello.epoch() == seat.epoch()
                && hello.purpose() == Greeting.Purpose.OPERATIONS;
        return isOther || isLoopback ? null : "no other node has this number";
    }

    static void refused(Greeting.Hello hello, String why) {
        LOG.log(System.Logger.Level.WARNING, "an RDMA peer was refused: node={0} reason={1}", hello.from(), why);
    }

    static void notLetIn(int node, String why) {
        LOG.log(System.Logger.Level.WARNING, "this node was not let in: node={0} reason={1}", node, why);
    }
}
