package io.pragh.core.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.pragh.core.access.ReadOptions;
import io.pragh.core.address.PartitionHeader;
import io.pragh.core.address.ValueAddress;
import io.pragh.core.api.Transaction;
import io.pragh.core.api.Update;
import io.pragh.core.api.UpdateResult;
import io.pragh.core.fabric.Message;
import io.pragh.core.protocol.Claim;
import io.pragh.core.protocol.HoldRequest;
import io.pragh.core.protocol.MessageType;
import io.pragh.core.store.Partition;
import io.pragh.core.store.ValueOperations;
import io.pragh.core.store.value.StateWord;
import io.pragh.core.store.value.ValueHeader;
import io.pragh.testkit.Workers;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Checks that upkeep, which changes no content, causes no conflict: it holds a value for as long as a test likes, and
 * a transaction that has read the value commits.
 */
class UpkeepBesideCommitTest {
    private static final long PATIENCE_NANOS = 600_000_000_000L;
    private static final int HOME = 0;
    private static final int OWNER = 1;
    private static final int COMMITS = 2_000;

    private final TransactionFixture world =
            new TransactionFixture(2, TransactionFixture.CONFIG.withRead(new ReadOptions(true, true, PATIENCE_NANOS)));
    private final Workers workers = new Workers();
    private final AtomicBoolean holds = new AtomicBoolean();
    private final AtomicBoolean goesOn = new AtomicBoolean();
    private final long read = world.key(HOME, 1);
    private final long written = world.key(OWNER, 2);

    @AfterEach
    void end() {
        goesOn.set(true);
        workers.close();
        world.close();
    }

    /** Holds up the upkeep of {@link #read} when the owner has locked the block, until {@link #goesOn}. */
    private void holdUp(int operation) {
        world.fabrics.get(HOME).hook(message -> {
            if (message.type() == MessageType.HOLD) {
                Claim claim = HoldRequest.claim(message.payload());
                holds.compareAndSet(false, claim.key() == read && claim.isOnly(operation));
            }
            return true;
        });
        world.fabrics.get(OWNER).hook(this::isWanted);
    }

    private boolean isWanted(Message message) {
        return message.type() != MessageType.HOLD_REPLY || !holds.get() || goesOn.get();
    }

    /** Writes the value, at the owner. */
    private void put(long number) {
        world.put(HOME, read, number);
        world.nodes.get(OWNER).pull(read);
        workers.await("the value arrives", () -> world.view.nodeOf(ValueAddress.partition(word())) == OWNER);
    }

    private Partition partition(int node, int id) {
        return world.nodes.get(node).partitions().stream()
                .filter(each -> each.id() == id)
                .findFirst()
                .orElseThrow();
    }

    private long word() {
        Partition home = partition(HOME, world.nodes.get(HOME).homes().home(read));
        return ValueAddress.withoutBusy(home.table().addressOf(read));
    }

    /** Whether upkeep has been held up. */
    private boolean isLocked() {
        long address = word();
        Partition owner = partition(OWNER, ValueAddress.partition(address));
        return holds.get()
                && StateWord.state(
                                owner.region().getLongAcquire(ValueAddress.offset(address) + ValueHeader.STATE_OFFSET))
                        == StateWord.LOCKED;
    }

    private long timestamp() {
        return world.nodes.get(HOME).partitions().get(0).region().getLongAcquire(PartitionHeader.TIMESTAMP_OFFSET);
    }

    @Test
    void whoHasReadAValueCommitsWhileItIsWrittenAgain() {
        put(7);
        try (Transaction reader = world.sessions.get(OWNER).begin()) {
            assertEquals(7, TransactionFixture.number(reader, read));
            holdUp(ValueOperations.REWRITE);
            workers.start(() -> {
                try (NodeSession session = world.nodes.get(HOME).openSession()) {
                    session.update(new Update(ValueOperations.REWRITE, read, 0, 0));
                }
            });
            workers.await("the value is held", this::isLocked);
            reader.write(written, TransactionFixture.bytes(9));
            reader.commit(); // would throw a conflict if the lock counted as a change
        }
        assertEquals(7, world.get(OWNER, read), "and a later snapshot need not wait");
        assertEquals(9, world.get(OWNER, written));
        goesOn.set(true);
        workers.join();
        assertEquals(7, world.get(OWNER, read));
    }

    @Test
    void whoHasFoundNoValueWaitsWhileTheKeyIsForgotten() {
        put(7);
        try (NodeSession remembering = world.nodes.get(HOME).openSession();
                Transaction before = remembering.begin()) {
            try (Transaction deletion = world.sessions.get(HOME).begin()) {
                deletion.delete(read);
                deletion.commit();
            }
            world.put(OWNER, written, 8); // snapshots from now on do not need the tombstone
            holdUp(ValueOperations.FORGET);
            assertEquals(7, TransactionFixture.number(before, read), "the tombstone stays as long as this is open");
        }
        // a new snapshot registers with its node's knowledge of T, and holds the tombstone if that is too old
        workers.await(
                "the node has heard of the deletion",
                () -> world.nodes.get(OWNER).parts.timestamps.snapshots().cached() >= timestamp());
        AtomicBoolean committed = new AtomicBoolean();
        try (Transaction reader = world.sessions.get(OWNER).begin()) {
            assertEquals(TransactionFixture.ABSENT, TransactionFixture.number(reader, read));
            workers.await("the key is held", this::isLocked);
            reader.write(written, TransactionFixture.bytes(9));
            long then = timestamp();
            workers.start(() -> {
                reader.commit();
                committed.set(true);
            });
            workers.await("it has tried again", () -> timestamp() > then + 2);
            assertFalse(committed.get());
            goesOn.set(true);
            workers.join();
        }
        assertEquals(9, world.get(OWNER, written));
    }

    /**
     * Upkeep comes too late: it forgets a key that has a value again or is forgotten already, or rewrites a value
     * that is gone.
     */
    @ParameterizedTest
    @CsvSource({"-1, true", "-1, false", "0, false"})
    void whoHasReadAKeyCommitsWhileUpkeepComesTooLate(int operation, boolean hasValue) {
        world.put(HOME, read, 6);
        long tombstone = word();
        if (hasValue) {
            world.put(HOME, read, 7);
        } else {
            try (Transaction deletion = world.sessions.get(HOME).begin()) {
                deletion.delete(read);
                deletion.commit();
            }
            world.put(HOME, written, 8); // snapshots from now on do not need the tombstone
            workers.await("it is forgotten", () -> word() == ValueAddress.ABSENT);
        }
        AtomicBoolean over = new AtomicBoolean();
        AtomicInteger late = new AtomicInteger();
        workers.start(() -> {
            try (NodeSession session = world.nodes.get(HOME).openSession()) {
                while (!over.get()) {
                    UpdateResult result = session.update(new Update(operation, read, tombstone, 0));
                    assertEquals(UpdateResult.PRECONDITION_FAILED, result);
                    late.incrementAndGet();
                }
            }
        });
        try {
            for (int i = 0; i < COMMITS || late.get() < COMMITS; i++) {
                try (Transaction reader = world.sessions.get(HOME).begin()) {
                    assertEquals(hasValue ? 7 : TransactionFixture.ABSENT, TransactionFixture.number(reader, read));
                    reader.write(written, TransactionFixture.bytes(i));
                    reader.commit(); // would throw a conflict if the key were held
                }
            }
        } finally {
            over.set(true);
        }
        workers.join();
    }
}
