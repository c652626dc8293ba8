package io.pragh.core.txn;

import io.pragh.core.access.VersionVisitor;
import io.pragh.core.api.Placement;
import io.pragh.core.api.Update;
import io.pragh.core.memory.Region;
import io.pragh.core.store.value.Edition;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Decides for {@link CommitAttempts} whether reads failed validation only because values were given more parts.
 * Growth changes nothing that a transaction has read, so it must not be a conflict. One thread.
 */
// Let the transaction have read a value at R, and let the value have new parts at a later moment N. If the value is
// the same except for the names of its parts, and the new parts are empty at N, then a read at N gives the same
// result as the read at R. So the versions of N replace those of R, the new parts count as read, and the commit
// validates them like the old ones.
final class GrownReads {
    private static final byte[] ABSENT = {};

    private final Transactions session;
    private final TransactionContext context;
    private final BooleanSupplier expired;

    @SuppressWarnings("ArrayRecordComponent") // a short-lived image, never compared
    private record Image(long version, byte[] body) {}

    GrownReads(Transactions session, TransactionContext context, BooleanSupplier expired) {
        this.session = session;
        this.context = context;
        this.expired = expired;
    }

    /**
     * Whether at least one of the values with parts that were read has grown, and none of them has changed otherwise:
     * the commit may be tried again. Cost: none without reads of such values.
     */
    boolean haveGrown() {
        long now = -1;
        Map<Long, Long> versions = new TreeMap<>();
        for (long key : context.reads.keys()) {
            Placement placement = placementOf(key);
            if (placement == null) {
                continue;
            }
            now = now < 0 ? session.timestamp() : now;
            Image later = image(key, now);
            if (Edition.isSame(context.reads.version(key, later.version), later.version)) {
                continue;
            }
            long[] added = placement.addedParts(image(key, context.timestamp).body, later.body);
            if (added == null) {
                return false; // a real conflict
            }
            versions.put(key, later.version);
            for (long part : added) {
                Image image = image(part, now);
                if (!placement.isEmpty(image.body)) {
                    return false;
                }
                versions.put(part, image.version);
            }
        }
        versions.forEach((key, version) -> {
            context.reads.put(key, version);
            context.reads.replace(key, version);
        });
        return !versions.isEmpty();
    }

    private @Nullable Placement placementOf(long key) {
        List<Update> own = context.updates(key);
        for (Placement placement : session.placements()) {
            if (placement.hasParts(key) && own.stream().allMatch(placement::keepsParts)) {
                return placement;
            }
        }
        return null;
    }

    private Image image(long key, long timestamp) {
        Image[] found = {new Image(0, ABSENT)};
        session.reader().read(new long[] {key}, 0, 1, Integer.MAX_VALUE, timestamp, expired, new VersionVisitor() {
            @Override
            public void version(int index, long version) {
                found[0] = new Image(version, ABSENT);
            }

            @Override
            public void value(int index, Region region, long body, int bodyBytes) {
                byte[] bytes = new byte[bodyBytes];
                region.get(body, bytes, 0, bodyBytes);
                found[0] = new Image(found[0].version(), bytes);
            }
        });
        return found[0];
    }
}
