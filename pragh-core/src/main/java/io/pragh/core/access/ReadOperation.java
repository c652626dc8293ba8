package io.pragh.core.access;

import io.pragh.core.access.location.CachedLocation;
import io.pragh.core.access.location.LocationCache;
import io.pragh.core.address.GraphKey;
import io.pragh.core.address.ValueAddress;
import io.pragh.core.api.LostValueException;
import io.pragh.core.base.Safeguard;
import io.pragh.core.fabric.OpStatus;
import io.pragh.core.memory.Region;
import io.pragh.core.store.table.Bucket;
import io.pragh.core.store.table.BucketReader;
import io.pragh.core.store.table.KeyTable;
import io.pragh.core.store.table.TableGeometry;
import io.pragh.core.store.value.StateWord;
import io.pragh.core.store.value.ValueHeader;

/**
 * One GET that could not be answered in place: a READ of the home bucket unless the location is known, then a READ of the value.
 * Reusable; one thread.
 */
// Design (paper section 4.1, repaired): an address is stamped before the READ that found it (h4) and its lease is
// checked again after
// the value has arrived (h5), so the block cannot have been reused under the READ. A value is accepted when key, tag
// and state word
// are those of the address that was followed and the state is LIVE or PENDING. LOCKED means that an update is between
// its lock and
// its publication: the slot is looked up again until the new address is there (h3). Everything else is an old address.
final class ReadOperation {
    /** Where the operation stands; every step but DONE costs one READ, or none when the bytes are this node's. */
    enum Step {
        /** Look the home bucket up. */
        LOCATE,
        /** The key was not in the bucket: follow its chain. */
        CHAIN,
        /** The address is known: read the value. */
        FETCH,
        /** Answered. */
        DONE
    }

    private static final int NOT_POSTED = -1;

    private final ReaderContext context;
    private final RemoteTables tables;
    private final ReadCounters counters;
    private final CachedLocation cached = new CachedLocation();
    private final long leaseNanos;
    private final boolean stampBefore;
    private final boolean checkAfter;

    private Step step = Step.DONE;
    private int index;
    private long key;
    private int home;
    private long address;
    private long stampNanos;
    private long chain;
    private boolean inGrown;
    private int op = NOT_POSTED;

    ReadOperation(ReaderContext context, RemoteTables tables, ReadCounters counters) {
        this.context = context;
        this.tables = tables;
        this.counters = counters;
        this.leaseNanos = context.lease().cacheNanos();
        this.stampBefore = context.safeguards().has(Safeguard.STAMP_BEFORE_READ);
        this.checkAfter = context.safeguards().has(Safeguard.CHECK_LEASE_AFTER_READ);
    }

    /** Starts with a look-up of the slot. */
    void beginLocating(int index, long key, int home) {
        this.index = index;
        this.key = key;
        this.home = home;
        this.step = Step.LOCATE;
        this.op = NOT_POSTED;
    }

    /** Starts with an address found earlier. */
    void beginFetching(int index, long key, int home, long address, long stampNanos) {
        beginLocating(index, key, home);
        this.address = address;
        this.stampNanos = stampNanos;
        this.step = Step.FETCH;
    }

    /** Where the operation stands. */
    Step step() {
        return step;
    }

    /** Adds this step's READ to the round; answers at once what needs none. */
    void post(ReadRound round) {
        op = NOT_POSTED;
        switch (step) {
            case LOCATE -> postLocate(round);
            case CHAIN -> op = round.read(home, chain, Bucket.BYTES);
            case FETCH -> postFetch(round);
            case DONE -> {}
        }
    }

    private void postLocate(ReadRound round) {
        stampNanos = round.beganNanos;
        inGrown = false;
        LocalShare share = context.share().get();
        KeyTable own = share.table(home);
        if (own != null) {
            counters.keysLocal++;
            long word = own.addressOf(key);
            if (word == ValueAddress.ABSENT && share.isIncomplete(home)) {
                throw LostValueException.ofHome(home, key);
            }
            take(word, round);
            if (step == Step.FETCH) {
                postFetch(round);
            }
            return;
        }
        TableGeometry geometry = tables.geometry(home, round.beganNanos);
        if (geometry != null) {
            op = round.read(home, geometry.bucketOffset(key), Bucket.BYTES);
        }
    }

    private void postFetch(ReadRound round) {
        int wanted = ValueHeader.LENGTH + round.bodyBytesMax + 7 & ~7;
        int bytes = round.bodyBytesMax >= ValueAddress.blockBytes(address)
                ? ValueAddress.blockBytes(address)
                : Math.min(wanted, ValueAddress.blockBytes(address));
        op = round.read(ValueAddress.partition(address), ValueAddress.offset(address), bytes);
    }

    /** Takes in what this step's READ brought. */
    void complete(ReadRound round) {
        if (op == NOT_POSTED) {
            return;
        }
        OpStatus status = round.batch.status(op);
        if (status != OpStatus.OK) {
            if (step != Step.FETCH) {
                tables.forget(home);
            }
            again();
            return;
        }
        long at = round.batch.localOffset(op);
        if (step == Step.FETCH) {
            checkFetched(round, at);
        } else {
            searchBucket(round, at);
        }
    }

    private void searchBucket(ReadRound round, long bucket) {
        counters.keysRemote++;
        Region landed = round.landing.region();
        long found = BucketReader.find(landed, bucket, key);
        long word = found >= 0 ? landed.getLong(found) : ValueAddress.ABSENT;
        if (ValueAddress.isBlock(word)) {
            stampNanos = stampBefore ? stampNanos : round.endedNanos;
            take(word, round);
        } else if (!tables.isCurrent(home, round.endedNanos)) {
            tables.forget(home); // the bucket's pages may have been used for something else before the READ
            again();
        } else if (word != ValueAddress.ABSENT) {
            take(word, round);
        } else if (found == BucketReader.LINKED) {
            chain = BucketReader.link(landed, bucket);
            step = Step.CHAIN;
        } else if (found == BucketReader.FORWARDED) {
            followGrowth(round);
        } else {
            unknown(round);
        }
    }

    private void unknown(ReadRound round) {
        switch (tables.whyUnknown(home)) {
            case ABSENT -> {
                round.visitor.absent(index);
                step = Step.DONE;
            }
            case LOST -> throw LostValueException.ofHome(home, key);
            case UNDECIDED -> again();
        }
    }

    /** The table is growing: look in the larger one, or get to know it first. */
    private void followGrowth(ReadRound round) {
        TableGeometry geometry = tables.geometry(home, round.endedNanos);
        long grown = geometry == null || inGrown ? 0 : geometry.grownBucketOffset(key);
        if (grown == 0) {
            tables.forget(home);
            again();
        } else {
            inGrown = true;
            chain = grown;
            step = Step.CHAIN;
        }
    }

    /** Goes on with the word found in the slot. */
    private void take(long word, ReadRound round) {
        if (!ValueAddress.isBlock(word)) {
            if (word == ValueAddress.LOST) {
                throw LostValueException.ofValue(key);
            }
            if (word == ValueAddress.ABSENT) {
                round.visitor.absent(index);
                step = Step.DONE;
            } else {
                tables.forget(home); // forwarded: the table has grown; or absent and busy: an insert is under way
                again();
            }
            return;
        }
        address = ValueAddress.withoutBusy(word);
        LocalShare share = context.share().get();
        Region own = share.region(ValueAddress.partition(address));
        if (own == null || share.table(home) == null) {
            // also for a key of this node whose value lies elsewhere: its entry counts the remote reads
            context.cache().put(key, address, stampNanos);
        }
        if (own == null) {
            step = Step.FETCH;
        } else if (own.contains(ValueAddress.offset(address), ValueHeader.LENGTH)
                && isCurrent(own, ValueAddress.offset(address))) {
            accept(own, ValueAddress.offset(address), round);
            counters.valuesLocal++;
            context.recorder().localRead(key);
        } else {
            again();
        }
    }

    private void checkFetched(ReadRound round, long block) {
        Region landed = round.landing.region();
        if ((checkAfter && round.endedNanos - stampNanos >= leaseNanos) || !isCurrent(landed, block)) {
            again();
            return;
        }
        accept(landed, block, round);
        counters.valuesRemote++;
        LocationCache cache = context.cache();
        context.recorder().remoteRead(key, address, cache.find(key, cached) ? cached.entry : -1);
    }

    private boolean isCurrent(Region region, long block) {
        long state = region.getLongAcquire(block + ValueHeader.STATE_OFFSET);
        return (state == StateWord.live(key, address) || state == StateWord.pending(key, address))
                && region.getLong(block + ValueHeader.KEY_OFFSET) == key;
    }

    private void accept(Region region, long block, ReadRound round) {
        int bodyBytes = region.getInt(block + ValueHeader.BODY_BYTES_OFFSET);
        step = Step.DONE;
        if (bodyBytes == ValueHeader.TOMBSTONE) {
            round.visitor.absent(index);
        } else {
            counters.bytesRead += Math.min(bodyBytes, round.bodyBytesMax);
            round.visitor.value(index, region, block + ValueHeader.LENGTH, bodyBytes);
        }
    }

    private void again() {
        counters.retries++;
        context.cache().drop(key, address);
        step = Step.LOCATE;
    }

    /** For messages: what it waits for. */
    String show() {
        return step + " key=" + GraphKey.show(key) + " home=" + home + " address=" + ValueAddress.show(address);
    }
}
