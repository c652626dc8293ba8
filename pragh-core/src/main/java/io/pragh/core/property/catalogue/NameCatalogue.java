package io.pragh.core.property.catalogue;

import io.pragh.core.api.Transaction;
import io.pragh.core.api.TransactionOptions;
import io.pragh.core.api.TransactionSource;
import io.pragh.core.base.PraghException;
import io.pragh.core.property.value.ValueCodec;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * Maps the names of one space to numbers, from 1 on. A name keeps its number for ever, so a node's knowledge never
 * becomes wrong. Any thread.
 */
// A chunk is an array of text; the n-th name of chunk c has the number c * CHUNK_NAMES + n + 1. Names are added in
// transactions of their own, so that they exist before the transaction that uses them, whatever its outcome.
public final class NameCatalogue {
    /** Names in a chunk; adding one writes the chunk again. */
    static final int CHUNK_NAMES = 256;

    /** Bytes of a name beside its text: its tag and length, and its share of the array's. */
    private static final int ENTRY_OVERHEAD_BYTES = 8;

    private static final int SHOWN_CHARACTERS = 20;

    private final Catalogue stored;
    private final int space;
    private final int numberMax;
    private final int nameBytesMax;
    private final Map<String, Integer> numbers = new ConcurrentHashMap<>();
    private final List<String> names = new CopyOnWriteArrayList<>();
    /** The result of the last count. */
    private volatile @Nullable Counted counted;

    /** The number of names in a chunk of these bytes. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Counted(byte[] body, int names) {}

    NameCatalogue(Catalogue stored, int space, int numberMax, int nameBytesMax) {
        this.stored = stored;
        this.space = space;
        this.numberMax = numberMax;
        this.nameBytesMax = nameBytesMax;
    }

    /** The most bytes of a name as UTF-8 with which a full chunk can be stored as a value. */
    static int nameBytesMax(int valueBytesMax) {
        return valueBytesMax / CHUNK_NAMES - ENTRY_OVERHEAD_BYTES;
    }

    /** The number of a name if this node knows it, else 0. Cost: none, and no session. */
    public int known(String name) {
        Integer number = numbers.get(name);
        return number == null ? 0 : number;
    }

    /**
     * The name of a number if this node knows it, else null. If it does, it also knows the names of all lower
     * numbers. Cost: none, and no session.
     */
    public @Nullable String known(int number) {
        return number < 1 || number > names.size() ? null : names.get(number - 1);
    }

    /** The number of a name, 0 when it has none. Cost: none when this node knows it, otherwise a READ. */
    public int find(String name, TransactionSource session) {
        int known = known(name);
        if (known == 0) {
            learn(session);
            known = known(name);
        }
        return known;
    }

    /**
     * The number of a name; a new name is added.
     *
     * @throws PraghException when the name is too long, or there are too many
     */
    public int number(String name, TransactionSource session) {
        int known = find(name, session);
        if (known == 0) {
            checkLength(name);
        }
        while (known == 0) {
            int chunk = names.size() / CHUNK_NAMES;
            session.retry(TransactionOptions.DEFAULT, transaction -> add(transaction, chunk, name));
            known = find(name, session);
        }
        return known;
    }

    /**
     * How many names there are in a transaction's snapshot, if they are fewer than fill a chunk; else the number that
     * fills one. Not validated. Cost: a READ.
     */
    public int count(Transaction transaction) {
        return count(stored.look(transaction, space, 0));
    }

    private int count(byte @Nullable [] body) {
        Counted last = counted;
        if (body == null) {
            return 0;
        }
        if (last == null || !Arrays.equals(last.body, body)) {
            last = new Counted(body, chunk(body).length);
            counted = last;
        }
        return last.names;
    }

    /**
     * Whether the names in a transaction's snapshot are as many as this node knows, and fewer than fill a chunk. The
     * transaction then conflicts with one that adds a name. Cost: a READ.
     */
    public boolean isComplete(Transaction transaction) {
        int known = names.size();
        if (known >= CHUNK_NAMES || known > count(stored.look(transaction, space, 0))) {
            return false;
        }
        return known <= count(stored.read(transaction, space, 0));
    }

    /** The number that the next new name gets, as far as this node knows. Cost: none. */
    public int next() {
        return names.size() + 1;
    }

    /**
     * Checks that a name may be added with a number.
     *
     * @throws PraghException when the name is too long, or there are too many
     */
    public void check(String name, int number) {
        checkLength(name);
        if (number > numberMax) {
            throw tooMany(name);
        }
    }

    private PraghException tooMany(String name) {
        return new PraghException(
                "there are too many names of a kind: space=" + space + " name=" + name + " most=" + numberMax);
    }

    private void checkLength(String name) {
        int bytes = name.getBytes(StandardCharsets.UTF_8).length;
        if (bytes > nameBytesMax) {
            throw new PraghException(
                    "a label or the key of a property is too long; keep long text in values, or make segments larger:"
                            + " begins=" + name.substring(0, Math.min(SHOWN_CHARACTERS, name.length())) + " bytes="
                            + bytes
                            + " most=" + nameBytesMax);
        }
    }

    /** The name of a number. Cost: none when this node knows it, otherwise a READ. */
    public String name(int number, TransactionSource session) {
        String known = known(number);
        if (known == null) {
            learn(session);
            known = known(number);
        }
        if (known == null) {
            throw new PraghException("no name has this number: space=" + space + " number=" + number);
        }
        return known;
    }

    /**
     * Adds a name to a chunk. Returns false if the chunk has the name already or is full; the caller then continues
     * with the next chunk.
     */
    private boolean add(Transaction transaction, int chunk, String name) {
        @Nullable String[] before = chunk(transaction, chunk);
        if (before.length == CHUNK_NAMES || Arrays.asList(before).contains(name)) {
            return false;
        }
        if (chunk * CHUNK_NAMES + before.length >= numberMax) {
            throw tooMany(name);
        }
        @Nullable String[] after = Arrays.copyOf(before, before.length + 1);
        after[before.length] = name;
        stored.write(transaction, space, chunk, ValueCodec.encode(after));
        return true;
    }

    /**
     * Rewrites the chunks, and so the copies that were lost with nodes. Cost: a transaction of all homes for each
     * chunk.
     */
    public void heal(TransactionSource session) {
        boolean more = true;
        for (int chunk = 0; more; chunk++) {
            int next = chunk;
            more = session.retry(TransactionOptions.DEFAULT, t -> stored.heal(t, space, next));
        }
    }

    /** Reads the names that were added since the last call. Cost: a READ. */
    synchronized void learn(TransactionSource session) {
        try (Transaction read = session.begin(TransactionOptions.DEFAULT.reading())) {
            boolean full = true;
            while (full) {
                @Nullable String[] chunk = chunk(read, names.size() / CHUNK_NAMES);
                int known = names.size();
                List<String> added = new ArrayList<>();
                for (int i = known % CHUNK_NAMES; i < chunk.length; i++) {
                    added.add(String.valueOf(chunk[i]));
                }
                for (int i = 0; i < added.size(); i++) {
                    numbers.put(added.get(i), known + i + 1);
                }
                names.addAll(added); // last: whoever finds a name by its number finds the number of each such name, too
                full = chunk.length == CHUNK_NAMES;
            }
        }
    }

    private @Nullable String[] chunk(Transaction transaction, int chunk) {
        return chunk(stored.read(transaction, space, chunk));
    }

    private static @Nullable String[] chunk(byte @Nullable [] body) {
        Object stored = body == null ? null : ValueCodec.decode(body);
        return stored == null ? new String[0] : (String[]) stored;
    }
}
