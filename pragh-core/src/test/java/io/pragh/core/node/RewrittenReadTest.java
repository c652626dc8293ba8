package io.pragh.core.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.pragh.core.address.ValueAddress;
import io.pragh.core.api.Transaction;
import io.pragh.core.api.TransactionOptions;
import io.pragh.core.api.Update;
import io.pragh.core.api.UpdateResult;
import io.pragh.core.store.Partition;
import io.pragh.core.store.ValueOperations;
import io.pragh.testkit.Workers;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Checks that compaction, which rewrites values unchanged, causes no conflict in a transaction that has read one,
 * wherever the value lies.
 */
class RewrittenReadTest {
    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void aTransactionThatHasReadAValueCommitsAfterItWasWrittenAgain(int owner) {
        try (TransactionFixture fixture = new TransactionFixture(2);
                Workers workers = new Workers()) {
            long read = fixture.key(0, 1);
            long written = fixture.key(0, 2);
            fixture.put(0, read, 7);
            fixture.put(0, read, 8);
            if (owner != 0) {
                fixture.nodes.get(owner).pull(read);
                workers.await("the value arrives", () -> isAt(fixture, owner, read));
            }
            try (Transaction before = fixture.sessions.get(0).begin(TransactionOptions.DEFAULT);
                    Transaction open = fixture.sessions.get(1).begin(TransactionOptions.DEFAULT)) {
                assertEquals(8, TransactionFixture.number(open, read));
                long address = address(fixture, read);
                assertEquals(
                        UpdateResult.APPLIED,
                        fixture.sessions.get(0).update(new Update(ValueOperations.REWRITE, read, 0, 0)));
                assertNotEquals(address, address(fixture, read), "it was written again");
                assertEquals(8, TransactionFixture.number(before, read));
                open.write(written, TransactionFixture.bytes(9));
                open.commit(); // would throw a conflict if the version had changed
            }
            try (Transaction after = fixture.sessions.get(0).begin(TransactionOptions.DEFAULT)) {
                assertEquals(8, TransactionFixture.number(after, read));
                assertEquals(9, TransactionFixture.number(after, written));
            }
        }
    }

    private static boolean isAt(TransactionFixture fixture, int node, long key) {
        return fixture.view.nodeOf(ValueAddress.partition(address(fixture, key))) == node;
    }

    private static long address(TransactionFixture fixture, long key) {
        int home = fixture.nodes.get(0).homes().home(key);
        Partition at = fixture.nodes.get(0).partitions().stream()
                .filter(p -> p.id() == home)
                .findFirst()
                .orElseThrow();
        return ValueAddress.withoutBusy(at.table().addressOf(key));
    }
}
