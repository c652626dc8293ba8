package io.pragh.core.store;

import io.pragh.core.address.GraphKey;
import io.pragh.core.address.HomeMap;
import io.pragh.core.address.SizeClass;
import io.pragh.core.address.ValueAddress;
import io.pragh.core.protocol.Claim;
import io.pragh.core.protocol.MalformedMessageException;
import io.pragh.core.protocol.WordReply;

/** Checks the words of messages; throws {@link MalformedMessageException} for impossible ones. Immutable. */
public final class MessageChecks {
    private final HomeMap homes;

    /** Checks messages about a graph with the partitions of {@code homes}. */
    public MessageChecks(HomeMap homes) {
        this.homes = homes;
    }

    static void key(long key) {
        if (GraphKey.kind(key) == 0) {
            throw new MalformedMessageException("no key has kind 0: key=0x" + Long.toHexString(key));
        }
    }

    void address(long address) {
        if (!ValueAddress.isBlock(address)
                || ValueAddress.isBusy(address)
                || ValueAddress.partition(address) >= homes.partitions()
                || ValueAddress.sizeClass(address) >= SizeClass.COUNT) {
            throw new MalformedMessageException(
                    "a word is no address of a block in this graph: word=0x" + Long.toHexString(address));
        }
    }

    /** Checks that a claim appends at least one entry, by operations that append. */
    void appends(ValueOperations operations, Claim claim) {
        boolean appends = !claim.updates().isEmpty()
                && claim.updates().stream().allMatch(update -> operations.append(update.operation()) != null);
        if (!appends) {
            throw new MalformedMessageException("this claim appends nothing: key=0x" + Long.toHexString(claim.key()));
        }
    }

    /**
     * Checks that a word is a possible answer of an owner: a new block in the partition of the request, or a code
     * that says why there is none.
     */
    public void answer(long word, int partition) {
        boolean isAddress = word > 0 && word != ValueInstaller.IN_PLACE;
        if (isAddress) {
            address(word);
        }
        boolean known = isAddress
                ? ValueAddress.partition(word) == partition
                : word == WordReply.FAILED || ValueInstaller.isAnswer(word);
        if (!known) {
            throw new MalformedMessageException("an owner does not answer this: word=0x" + Long.toHexString(word));
        }
    }
}
