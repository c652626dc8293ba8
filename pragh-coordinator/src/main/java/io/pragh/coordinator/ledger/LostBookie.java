package io.pragh.coordinator.ledger;

import io.pragh.core.base.PraghException;
import io.pragh.core.durable.DiskServerProvider.Copied;
import java.io.IOException;
import java.util.Map;
import java.util.Set;
import org.apache.bookkeeper.client.BKException;
import org.apache.bookkeeper.client.BookKeeperAdmin;
import org.apache.bookkeeper.client.api.LedgerMetadata;
import org.apache.bookkeeper.net.BookieId;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Replaces the copies of a bookie that is gone for good: of each of its ledgers with entries, other bookies still
 * have two copies, and a bookie that had none gets the third. Stateless.
 */
// A ledger that is being written is skipped: to copy it BookKeeper would end it first, and so stop its writer. The
// next checkpoint, or a full segment, ends the ledger as well, and its writer's next ledger is at living bookies.
final class LostBookie {
    private static final Logger LOG = LoggerFactory.getLogger(LostBookie.class);

    private LostBookie() {}

    /** As {@link io.pragh.core.durable.DiskServerProvider.DiskServer#replace}. */
    static int copy(LedgerPlace place, String lost, Copied copied) {
        Set<BookieId> gone = Set.of(id(lost));
        BookKeeperAdmin admin = null;
        try {
            admin = new BookKeeperAdmin(Ledgers.configuration(place));
            if (admin.getAvailableBookies().containsAll(gone)
                    || admin.getReadOnlyBookies().containsAll(gone)) {
                throw new PraghException(
                        "the bookie that is to be replaced is there, or was some seconds ago; end it, and"
                                + " wait until its session has ended: replaces=" + lost + " at=" + place);
            }
            return copy(admin, gone, copied);
        } catch (InterruptedException ends) {
            Thread.currentThread().interrupt();
            throw cannot(lost, place, ends);
        } catch (BKException | IOException failed) {
            throw cannot(lost, place, failed);
        } finally {
            end(admin);
        }
    }

    private static int copy(BookKeeperAdmin admin, Set<BookieId> gone, Copied copied)
            throws BKException, InterruptedException {
        int done = 0;
        int left = 0;
        Map<Long, LedgerMetadata> all = admin.getLedgersContainBookies(gone);
        for (Map.Entry<Long, LedgerMetadata> each : all.entrySet()) {
            if (each.getValue().isClosed()) {
                copy(admin, gone, each.getKey());
                done++;
            } else {
                left++;
            }
            copied.parts(done, all.size() - left);
        }
        return left;
    }

    /** Copies a ledger, unless its folder deletes it meanwhile. */
    private static void copy(BookKeeperAdmin admin, Set<BookieId> gone, long ledger)
            throws BKException, InterruptedException {
        try {
            admin.recoverBookieData(ledger, gone, false, true);
        } catch (BKException failed) {
            if (admin.getLedgersContainBookies(gone).containsKey(ledger)) {
                throw failed;
            }
            LOG.debug("a ledger was deleted before it was copied: ledger={}", ledger, failed);
        }
    }

    private static void end(@Nullable BookKeeperAdmin admin) {
        try {
            if (admin != null) {
                admin.close();
            }
        } catch (InterruptedException ends) {
            Thread.currentThread().interrupt();
        } catch (BKException failed) {
            LOG.warn("a connection to BookKeeper does not end in order", failed);
        }
    }

    private static BookieId id(String lost) {
        try {
            return BookieId.parse(lost);
        } catch (IllegalArgumentException wrong) {
            throw new PraghException("a bookie is named HOST:PORT: replaces=" + lost, wrong);
        }
    }

    private static PraghException cannot(String lost, LedgerPlace place, Exception why) {
        return new PraghException(
                "what a lost bookie had cannot be copied; three bookies have to be there without it: replaces=" + lost
                        + " at=" + place + " because " + why,
                why,
                true);
    }
}
