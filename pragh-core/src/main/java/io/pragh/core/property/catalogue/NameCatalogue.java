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
 * Names of one space and their numbers, from 1 on. A name keeps its number for ever, so what is known here stays true. Any thread.
 */
// A chunk is an array of text; the n-th name of chunk c has the number c * CHUNK_NAMES + n + 1. Names are added by
// transactions of their own, so that they exist before anything uses them, whatever becomes of that.
public final class NameCatalogue {
    /** Names of a chunk: adding one writes the chunk again. */
    static final int CHUNK_NAMES = 256;

    /** What a name takes beside its text: its tag and length, and its share of the array's. */
    private static final int ENTRY_OVERHEAD_BYTES = 8;

    private static final int SHOWN_CHARACTERS = 20;

    private final Catalogue stored;
    private final int space;
    private final int numberMax;
    private final int nameBytesMax;
    private final Map<String, Integer> numbers = new ConcurrentHashMap<>();
    private final List<String> names = new CopyOnWriteArrayList<>();
    /** What was counted last. */
    private volatile @Nullable Counted counted;

    /** So many names are in a chunk of these bytes. */
    @SuppressWarnings("ArrayRecordComponent") // nobody compares it
    private record Counted(byte[] body, int names) {}

    NameCatalogue(Catalogue stored, int space, int numberMax, int nameBytesMax) {
        this.stored = stored;
        this.space = space;
        this.numberMax = numberMax;
        this.nameBytesMax = nameBytesMax;
    }

    /** Most bytes of a name as UTF-8, such that a chunk of them is a value. */
    static int nameBytesMax(int valueBytesMax) {
        return valueBytesMax / CHUNK_NAMES - ENTRY_OVERHEAD_BYTES;
    }

    /** The number of a name as far as it is known here, else 0. Cost: none, and no session. */
    public int known(String name) {
        Integer number = numbers.get(name);
        return number == null ? 0 : number;
    }

    /** The name of a number as far as it is known here, else null; if it is, then all lower numbers' names are known, too. Cost: none, and no session. */
    public @Nullable String known(int number) {
        return number < 1 || number > names.size() ? null : names.get(number - 1);
    }

    /** The number of a name, 0 when it has none. Cost: none when known here, else a READ. */
    public int find(String name, TransactionSource session) {
        int known = known(name);
        if (known == 0) {
            learn(session);
            known = known(name);
        }
        return known;
    }

    /**
     * The number of a name, which is added when it is new.
     *
     * @throws PraghException when it is too long, or there are too many
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

    /** How many names there were at a transaction's moment, if there were less than fill a chunk; else a chunk of them. Not validated. Cost: a READ. */
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
     * Whether there were at a transaction's moment as many names as are known here, and less than a chunk of them; then it conflicts with whoever adds one.
     * Cost: a READ.
     */
    public boolean isComplete(Transaction transaction) {
        int known = names.size();
        if (known >= CHUNK_NAMES || known > count(stored.look(transaction, space, 0))) {
            return false;
        }
        return known <= count(stored.read(transaction, space, 0));
    }

    /** The number that the next new name gets, as far as is known here. Cost: none. */
    public int next() {
        return names.size() + 1;
    }

    /**
     * Whether a name may be added with a number.
     *
     * @throws PraghException when it is too long, or there are too many
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

    /** The name of a number. Cost: none when known here, else a READ. */
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

    /** Adds a name to a chunk, unless it is there or the chunk is full; then whoever asked looks at the next one. */
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

    /** Writes what was lost of it with nodes again. Cost: a transaction of all homes for each chunk. */
    public void heal(TransactionSource session) {
        boolean more = true;
        for (int chunk = 0; more; chunk++) {
            int next = chunk;
            more = session.retry(TransactionOptions.DEFAULT, t -> stored.heal(t, space, next));
        }
    }

    /** Learns what was added since. Cost: a READ. */
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
