package io.pragh.core.node;

import io.pragh.core.api.NewValues;
import io.pragh.core.persist.RestoreTarget;
import io.pragh.core.protocol.Claim;
import io.pragh.core.txn.home.CommitRecord;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;

/** Restores a set of keys and ignores all others; tracks the version of each. One thread. */
final class KeysTarget implements RestoreTarget {
    private final RestoreTarget target;
    /** The W with which each key last got a value; 0 before. */
    private final Map<Long, Long> versions = new HashMap<>();

    KeysTarget(RestoreTarget target, Iterable<Long> keys) {
        this.target = target;
        keys.forEach(key -> versions.put(key, 0L));
    }

    /** The version with which a key last got a value. */
    long version(long key) {
        return versions.getOrDefault(key, 0L);
    }

    @Override
    public void moment(long timestamp) {
        target.moment(timestamp);
    }

    @Override
    public void expect(int partition, long keys) {
        // Only a few keys are expected.
    }

    @Override
    public boolean restore(int partition, NewValues values, Map<Long, Long> rolls, long timestamp) {
        NewValues wanted = new NewValues();
        for (int i = 0; i < values.count(); i++) {
            long key = values.keys()[i];
            if (versions.containsKey(key)) {
                versions.put(key, timestamp);
                wanted.add(key, values.bytes(i)).put(values.bodies(), values.from(i), values.bytes(i));
            }
        }
        return wanted.count() == 0 || target.restore(partition, wanted, Map.of(), timestamp);
    }

    @Override
    public void uncounted(int partition) {
        // Rolls are not counted for these keys.
    }

    @Override
    public boolean redo(CommitRecord record, IntPredicate at) {
        List<Claim> wanted = record.claims().stream()
                .filter(claim -> versions.containsKey(claim.key()))
                .toList();
        if (wanted.isEmpty()) {
            return true;
        }
        wanted.forEach(claim -> versions.merge(claim.key(), record.timestamp(), Long::max));
        return target.redo(
                new CommitRecord(
                        record.kind(), record.timestamp(), record.parts(), record.homes(), wanted, record.writer()),
                at);
    }
}
