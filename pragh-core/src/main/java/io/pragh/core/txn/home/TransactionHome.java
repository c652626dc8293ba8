package io.pragh.core.txn.home;

import io.pragh.core.address.HomeMap;
import io.pragh.core.base.Clock;
import io.pragh.core.base.WordList;
import io.pragh.core.cluster.ClusterView;
import io.pragh.core.durable.CommitLog;
import io.pragh.core.durable.DecisionLog;
import io.pragh.core.durable.DecisionRecord;
import io.pragh.core.fabric.Fabric;
import io.pragh.core.fabric.Message;
import io.pragh.core.protocol.Claim;
import io.pragh.core.protocol.DecisionRequest;
import io.pragh.core.protocol.HomeLife;
import io.pragh.core.protocol.MalformedMessageException;
import io.pragh.core.protocol.MessageType;
import io.pragh.core.protocol.PrepareRequest;
import io.pragh.core.protocol.VoteReply;
import io.pragh.core.store.ExactlyOnce;
import io.pragh.core.store.Partition;
import io.pragh.core.store.Passage;
import io.pragh.core.store.StoreShare;
import io.pragh.core.store.ValueOperations;
import io.pragh.core.timestamp.PendingCommits;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The homes of one node as participants in transactions: the lock table, the votes, the records, and the recovery
 * from silent coordinators. Any thread.
 */
// docs/protocols/transactions.md. A coordinator can repeat every request: PREPARE is remembered by client and
// sequence; the others find the participant in its present state, or find that it has ended.
public final class TransactionHome {
    /** After this time without a message from the coordinator its node is asked. */
    static final long SILENCE_NANOS = 300_000_000L;

    /** Not a life: lives are numbered from 1. */
    static final long NOT_SERVED = 0;

    private static final int PARTITION_BITS = 7;

    /** Validation (rule 7) for a home that commits in one phase. */
    public interface Validation {
        /** Whether all keys still have their versions and are not locked; null when the check cannot be made now. */
        @Nullable
        Boolean unchanged(long[] keys, long[] versions, int count);
    }

    /**
     * The sender of a request.
     *
     * @param node the coordinator's node
     * @param client the committing client
     * @param sequence the client's number of the commit
     */
    record Asker(int node, long client, long sequence) {}

    private record Name(long client, long sequence, int partition) {}

    /**
     * The services of the node that its homes use.
     *
     * @param fabric carries requests to owners on other nodes
     * @param clientId the client id of these requests, unique to this life of the node
     * @param homes maps a key to its home
     * @param view the latest view of the cluster
     * @param share the partitions of the node
     * @param nanos the node's clock
     * @param commits W of a commit whose locks are all confirmed, or {@link io.pragh.core.timestamp.Timestamps#NONE}
     *     when the leading node cannot be reached
     * @param decisions records that other participants may ask for
     * @param log outlives the process
     * @param pending commits that wait for their records
     * @param validation rule 7
     * @param outbox sends messages to any node, including this one
     */
    public record Context(
            Fabric fabric,
            long clientId,
            HomeMap homes,
            Supplier<ClusterView> view,
            Supplier<StoreShare> share,
            Clock nanos,
            LongSupplier commits,
            DecisionLog decisions,
            CommitLog log,
            PendingCommits pending,
            Validation validation,
            Consumer<Message> outbox) {}

    private final Passage passage;
    private final HomeClaims claims;
    private final Context context;
    private final ExactlyOnce prepares = new ExactlyOnce();
    private final Map<Name, Participant> table = new ConcurrentHashMap<>();
    private final WriterRecovery recovery;
    private final DoubtfulCommits doubtful;
    private final AtomicBoolean polling = new AtomicBoolean();
    private final LocalCommits local;
    /** Participants whose records have become durable; {@link #poll} continues with them. */
    private final ConcurrentLinkedQueue<Participant> durable = new ConcurrentLinkedQueue<>();

    /** Creates a node's homes; threads that change values there go through {@code passage}. */
    public TransactionHome(Passage passage, Context context) {
        this.passage = passage;
        this.claims = new HomeClaims(
                new OwnersElsewhere.Surroundings(
                        context.fabric, context.nanos, context.clientId, context.view, context.share, context.homes),
                passage);
        this.context = context;
        this.recovery = new WriterRecovery(this, context);
        this.doubtful = new DoubtfulCommits(this, context);
        this.local = new LocalCommits(this, passage);
    }

    /** Releases the fabric's resources. */
    public void close() {
        claims.close();
    }

    /** Queues a durable participant. The log's thread must not wait for a monitor whose holder waits for the log. */
    void durable(Participant participant) {
        durable.add(participant);
    }

    /** Whether values may have been lost, as far as this node knows. */
    boolean hasLost() {
        return context.view().get().hasLost();
    }

    ValueOperations operations() {
        return context.share().get().operations();
    }

    int homeOf(long key) {
        return context.homes().home(key);
    }

    Context context() {
        return context;
    }

    HomeClaims claims() {
        return claims;
    }

    /** See {@link PendingCommits#seen}. */
    void seen(long timestamp) {
        context.pending().seen(timestamp);
    }

    DecisionLog decisions() {
        return context.decisions();
    }

    CommitLog log() {
        return context.log();
    }

    @Nullable
    Boolean validates(long[] keys, long[] versions) {
        return keys.length == 0 ? Boolean.TRUE : context.validation().unchanged(keys, versions, keys.length);
    }

    /** Number of participants that hold keys here or wait for them. */
    public int size() {
        return table.size();
    }

    /** Whether claims on keys of a home here are under way, even of transactions that have ended. */
    public boolean hasClaims(int partition) {
        return claims.isBusy(partition);
    }

    /** Whether a transaction holds keys of a home here, or waits for them. */
    public boolean isBusy(int partition) {
        return table.values().stream().anyMatch(participant -> participant.actsFor(partition));
    }

    /** Describes for the next node of a home the state that coordinators and other homes may ask for. */
    public void describe(int partition, WordList description) {
        prepares.describe(description);
        List<DecisionRecord> records = context.decisions().records(partition);
        description.add(records.size());
        for (DecisionRecord record : records) {
            description.add(record.client()).add(record.sequence()).add(record.timestamp());
            description.add(record.lockEpoch()).add(record.participants().size());
            record.participants().forEach(description::add);
        }
    }

    /** Adopts the description by the former node of a home. */
    public void add(int partition, WordList description) {
        prepares.add(description);
        for (long count = description.next(); count > 0; count--) {
            long client = description.next();
            long sequence = description.next();
            long timestamp = description.next();
            long lockEpoch = description.next();
            List<Integer> participants = new ArrayList<>();
            for (long homes = description.next(); homes > 0; homes--) {
                participants.add((int) description.next());
            }
            context.decisions()
                    .append(new DecisionRecord(partition, client, sequence, timestamp, lockEpoch, participants));
        }
    }

    /** Handles a message for homes; false when the message is of another type. */
    public boolean handle(Message message) {
        int through = passage.enter();
        try {
            return handleInside(message);
        } finally {
            passage.exit(through);
        }
    }

    private boolean handleInside(Message message) {
        switch (message.type()) {
            case MessageType.PREPARE -> prepare(message);
            case MessageType.DECIDE, MessageType.PUBLISH, MessageType.TAKE_BACK, MessageType.ROLLBACK ->
                decision(message, DecisionRequest.decode(message.payload()));
            case MessageType.INQUIRE -> recovery.inquired(message);
            case MessageType.TESTIMONY -> {
                recovery.testified(message);
                doubtful.testified(message);
            }
            default -> {
                return claims.handle(message);
            }
        }
        return true;
    }

    /** The commits of this node's log whose outcomes it does not know. */
    public DoubtfulCommits doubtful() {
        return doubtful;
    }

    /** The transactions of several homes in which this node takes part at the moment. */
    public OpenParts openParts() {
        return new OpenParts(
                table.values().stream().filter(Participant::hasOthers).toList());
    }

    /** The same for all transactions, except those within the node's {@link io.pragh.core.store.Passage}. */
    public OpenParts openCommits() {
        return new OpenParts(List.copyOf(table.values()));
    }

    /** The direct calls to this node's homes. */
    public LocalCommits local() {
        return local;
    }

    /** Begins a part at homes here; {@code answer} gets the vote, possibly before this returns. */
    void begin(List<Partition> here, Asker asker, PrepareRequest request, Consumer<VoteReply> answer) {
        Name name = new Name(asker.client, asker.sequence, request.partition());
        begin(name, here, asker, request, word -> answer.accept(vote(name, MessageType.PREPARE, word)));
    }

    /** Whether the coordinators of a node are fenced here. */
    boolean isFenced(int node) {
        return recovery.isFenced(node);
    }

    private void prepare(Message message) {
        PrepareRequest request = PrepareRequest.decode(message.payload());
        check(request);
        StoreShare share = context.share().get();
        Partition partition = share.partition(request.partition());
        if (partition == null || !share.admits(request.partition()) || !share.takesUpdates()) {
            vote(message, request.partition(), VoteReply.REFUSED);
            return;
        }
        long dedupe = message.sequence() << PARTITION_BITS | request.partition();
        long known = prepares.begin(message.client(), dedupe, request.outstanding() << PARTITION_BITS);
        if (known == ExactlyOnce.NEW) {
            context.decisions().forget(request.partition(), message.client(), request.outstanding());
            Name name = new Name(message.client(), message.sequence(), request.partition());
            Asker asker = new Asker(message.from(), message.client(), message.sequence());
            begin(name, List.of(partition), asker, request, word -> prepared(message, name, dedupe, word));
        } else if (known != ExactlyOnce.UNDER_WAY && known != ExactlyOnce.LATE) {
            String reason = prepares.reason(message.client(), dedupe);
            vote(message, new VoteReply(known, request.partition(), message.type(), reason));
        }
    }

    private void begin(
            Name name, List<Partition> homes, Asker asker, PrepareRequest request, LongConsumer whenPrepared) {
        Participant participant =
                new Participant(this, homes, asker, request, context.nanos().nanos(), whenPrepared);
        table.put(name, participant);
        if (recovery.isFenced(asker.node())) {
            participant.rollback(word -> {}); // the request came a moment before the fence
        } else {
            participant.begin();
        }
    }

    private void prepared(Message message, Name name, long dedupe, long word) {
        VoteReply vote = vote(name, message.type(), word);
        if (vote.reason().isEmpty()) {
            prepares.finish(message.client(), dedupe, word);
        } else {
            prepares.fail(message.client(), dedupe, word, vote.reason());
        }
        vote(message, vote);
    }

    private VoteReply vote(Name name, int type, long word) {
        Participant participant = table.get(name); // the participant leaves the table after its answer
        return new VoteReply(word, name.partition(), type, participant == null ? "" : participant.reason());
    }

    private void check(PrepareRequest request) {
        HomeMap homes = context.homes();
        checkHome(request.partition());
        request.participants().forEach(this::checkHome);
        if (!request.participants().contains(request.partition())) {
            throw new MalformedMessageException(
                    "a transaction's homes include the one that is asked: partition=" + request.partition());
        }
        long before = Long.MIN_VALUE;
        for (Claim claim : request.claims()) {
            if (claim.key() >>> 60 == 0
                    || homes.home(claim.key()) != request.partition()
                    || claim.key() + Long.MIN_VALUE <= before && before != Long.MIN_VALUE) {
                throw new MalformedMessageException(
                        "claims are keys of their home in ascending order: key=0x" + Long.toHexString(claim.key()));
            }
            before = claim.key() + Long.MIN_VALUE;
        }
    }

    private void checkHome(int partition) {
        if (partition < 0 || partition >= context.homes().partitions()) {
            throw new MalformedMessageException("there is no such home: partition=" + partition);
        }
    }

    private void decision(Message message, DecisionRequest request) {
        checkHome(request.partition());
        request.participants().stream().map(HomeLife::partition).forEach(this::checkHome);
        Name name = new Name(message.client(), message.sequence(), request.partition());
        Participant participant = table.get(name);
        if (participant == null) {
            late(message, request);
            return;
        }
        participant.heardNanos = context.nanos().nanos();
        switch (message.type()) {
            case MessageType.DECIDE -> {
                participant.decide(
                        request.epoch(),
                        request.timestamp(),
                        request.participants(),
                        word -> vote(message, request.partition(), word));
            }
            case MessageType.PUBLISH -> participant.publish(word -> vote(message, request.partition(), 0));
            case MessageType.TAKE_BACK -> {
                if (participant.takeBack()) {
                    vote(message, request.partition(), 0);
                }
            }
            default -> participant.rollback(word -> vote(message, request.partition(), 0));
        }
    }

    /** Answers for a participant that ended or never existed: of a former life, or its PREPARE is late. */
    private void late(Message message, DecisionRequest request) {
        if (context.share().get().partition(request.partition()) == null) {
            return; // the request is repeated, to the node that serves the home by then
        }
        boolean logged = context.decisions().find(request.partition(), message.client(), message.sequence()) != null;
        if (message.type() == MessageType.DECIDE) {
            vote(message, request.partition(), logged ? 1 : VoteReply.REFUSED);
            return;
        }
        if (logged
                && message.type() == MessageType.TAKE_BACK
                && context.view().get().isKept()) {
            vote(message, request.partition(), VoteReply.REFUSED); // a restored node has found it committed
            return;
        }
        if (message.type() != MessageType.PUBLISH) {
            long dedupe = message.sequence() << PARTITION_BITS | request.partition();
            if (prepares.begin(message.client(), dedupe, 0) == ExactlyOnce.NEW) {
                prepares.finish(message.client(), dedupe, VoteReply.REFUSED);
            }
        }
        vote(message, request.partition(), 0);
    }

    private void vote(Message request, int partition, long word) {
        vote(request, new VoteReply(word, partition, request.type()));
    }

    private void vote(Message request, VoteReply vote) {
        send(request.from(), MessageType.VOTE, request.client(), request.sequence(), vote.encode());
    }

    void send(int to, int type, long client, long sequence, ByteBuffer payload) {
        context.outbox().accept(new Message(context.fabric().self(), to, type, client, sequence, payload));
    }

    void ended(Participant participant) {
        table.remove(new Name(participant.client, participant.sequence, participant.partition()), participant);
    }

    /** Notes a view that is in force here; its lost members are fenced, so their transactions can be decided. */
    public void applied(ClusterView view) {
        recovery.applied(view);
    }

    /** The life of a home, or {@link #NOT_SERVED} when another node serves it. */
    long life(int home) {
        checkHome(home);
        Partition partition = context.share().get().partition(home);
        return partition == null ? NOT_SERVED : partition.life();
    }

    /** Whether a home has the record of a transaction with a fenced coordinator; a "no" is final. */
    boolean testifies(int partition, long client, long sequence, boolean askerHasRecord) {
        Participant participant = table.get(new Name(client, sequence, partition));
        return participant == null
                ? context.decisions().find(partition, client, sequence) != null
                : participant.testifies(askerHasRecord);
    }

    /** Whether a home has the record of a transaction, once that is final; null before. */
    @Nullable
    Boolean settled(int partition, long client, long sequence) {
        Participant participant = table.get(new Name(client, sequence, partition));
        return participant == null
                ? Boolean.valueOf(context.decisions().find(partition, client, sequence) != null)
                : participant.settled();
    }

    /** Retries claims, aborts long waits, asks about undecided commits. Workers call it between tasks. */
    public void poll() {
        int through = passage.enter();
        try {
            claims.poll();
            for (Participant each = durable.poll(); each != null; each = durable.poll()) {
                each.logged();
            }
            pollParticipants();
        } finally {
            passage.exit(through);
        }
    }

    private void pollParticipants() {
        if (table.isEmpty() || !polling.compareAndSet(false, true)) {
            return; // one thread is enough, and the others need not wait for it
        }
        try {
            pollAll(context.nanos().nanos());
        } finally {
            polling.set(false);
        }
    }

    private void pollAll(long now) {
        for (Participant participant : table.values()) {
            participant.poll(now);
            if (recovery.isFenced(participant.coordinator)) {
                recovery.poll(participant, now);
            } else if (participant.stage() == Participant.Stage.PREPARED
                    && now - participant.heardNanos >= SILENCE_NANOS) {
                participant.heardNanos = now;
                DecisionRequest question = DecisionRequest.to(
                        participant.partition(), context.fabric().self());
                send(
                        participant.coordinator,
                        MessageType.STATUS,
                        participant.client,
                        participant.sequence,
                        question.encode());
            }
        }
    }
}
