package io.pragh.core.store;

import io.pragh.core.api.AppendOperation;
import io.pragh.core.api.AppendedEntries;
import io.pragh.core.api.Update;
import io.pragh.core.store.value.Tail;
import java.util.List;
import java.util.Objects;

/** The entries of a block's tail, followed by the entries that updates append. One thread. */
final class AllEntries implements AppendedEntries {
    private final Tail tail;
    private final AppendedEntries[] appended;
    private final int count;

    AllEntries(Tail tail, List<Update> updates, ValueOperations operations) {
        this.tail = tail;
        this.appended = new AppendedEntries[updates.size()];
        int all = tail.count();
        for (int i = 0; i < appended.length; i++) {
            Update update = updates.get(i);
            AppendOperation operation = Objects.requireNonNull(operations.append(update.operation()));
            appended[i] = operation.entries(update);
            all += appended[i].count();
        }
        this.count = all;
    }

    @Override
    public int count() {
        return count;
    }

    @Override
    public long first(int entry) {
        return word(entry, true);
    }

    @Override
    public long second(int entry) {
        return word(entry, false);
    }

    @Override
    public boolean mustBeNew(int entry) {
        AppendedEntries from = tail;
        int at = entry;
        for (int i = 0; at >= from.count(); i++) {
            at -= from.count();
            from = appended[i];
        }
        return from.mustBeNew(at);
    }

    @Override
    public int kept() {
        return tail.count();
    }

    private long word(int entry, boolean first) {
        AppendedEntries from = tail;
        int at = entry;
        for (int i = 0; at >= from.count(); i++) {
            at -= from.count();
            from = appended[i];
        }
        return first ? from.first(at) : from.second(at);
    }
}
