package io.pragh.core.property.read;

import io.pragh.core.address.GraphKey;
import io.pragh.core.api.ValueVisitor;
import io.pragh.core.memory.Region;
import io.pragh.core.property.VertexRecord;
import io.pragh.core.property.VertexSearch;
import io.pragh.core.property.change.ListChanges;
import io.pragh.core.property.change.Scope;
import io.pragh.core.property.change.VertexChanges;
import io.pragh.core.property.element.Bodies;
import io.pragh.core.property.element.Directory;
import io.pragh.core.property.element.ElementKeys;
import io.pragh.core.property.element.StoredVertex;
import io.pragh.core.property.element.VertexCodec;
import java.util.Arrays;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Vertices as one transaction sees them, its own changes included. One thread at a time. */
public final class VertexReads {
    private final Scope scope;
    private final VertexChanges changes;
    private final ListChanges lists;
    private final RecentVertices recent = new RecentVertices();
    /** Null as long as none was only looked at. */
    private @Nullable LookedVertices looked;

    /** Vertices without a list that a label would have, were it known: relied on, and read when something is committed. */
    private final Set<Long> relied = new LinkedHashSet<>();

    private final GuessedLists guessed;

    private final boolean commits;

    /**
     * Reads in one transaction, under what it has changed.
     *
     * @param commits whether it may commit changes: if not, nothing is noted that would be validated then
     */
    public VertexReads(Scope scope, VertexChanges changes, ListChanges lists, boolean commits) {
        this.scope = scope;
        this.changes = changes;
        this.lists = lists;
        this.guessed = new GuessedLists(scope::relyOnEdgeLabels, commits);
        this.commits = commits;
    }

    /** Vertices in the order asked for, null where there is none: one batch of READs for those that were not read lately. */
    public @Nullable VertexRecord[] read(long[] vids) {
        @Nullable VertexRecord[] records = new VertexRecord[vids.length];
        long[] keys = new long[vids.length];
        int[] places = new int[vids.length];
        int count = 0;
        for (int i = 0; i < vids.length; i++) {
            VertexChanges.Own own = changes.find(vids[i]);
            StoredVertex known = own == null ? known(vids[i]) : null;
            if (own != null) {
                records[i] = own.record();
            } else if (known != null) {
                records[i] = record(known);
            } else if ((vids[i] & ~GraphKey.VID_MAX) == 0) {
                keys[count] = ElementKeys.vertex(vids[i]);
                places[count++] = i;
            }
        }
        byte[] @Nullable [] bodies =
                count == 0 ? new byte[0][] : Bodies.read(scope.transaction(), Arrays.copyOf(keys, count));
        for (int i = 0; i < count; i++) {
            byte[] body = bodies[i];
            if (body != null) {
                records[places[i]] = record(seen(vids[places[i]], body));
            }
        }
        return records;
    }

    /** What was read, kept for whoever asks for it next. */
    private StoredVertex seen(long vid, byte[] body) {
        StoredVertex vertex = new StoredVertex(vid, body, scope);
        recent.add(vertex);
        return vertex;
    }

    private VertexRecord record(StoredVertex stored) {
        VertexRecord vertex = new VertexRecord(stored);
        vertex.reader(scope);
        return vertex;
    }

    /** One vertex, or null. */
    public @Nullable VertexRecord read(long vid) {
        VertexChanges.Own own = changes.find(vid);
        if (own != null) {
            return own.record();
        }
        StoredVertex known = known(vid);
        return known != null ? record(known) : read(new long[] {vid})[0];
    }

    /** What was read of a vertex not long ago, or looked at: from now on that is relied on; null when there is nothing. */
    private @Nullable StoredVertex known(long vid) {
        StoredVertex known = recent.find(vid);
        if (known == null && looked != null) {
            known = looked.find(vid);
            if (known != null) {
                relyOn(vid);
                recent.add(known);
            }
        }
        return known;
    }

    private void relyOn(long vid) {
        scope.transaction().rely(ElementKeys.vertex(vid));
    }

    /**
     * What a vertex is called, null when it is not there. That it is there is relied on by who reads it, and by {@link #relyOnLooked}.
     * Cost: as {@link #read(long)}.
     */
    public @Nullable Object look(long vid) {
        VertexChanges.Own own = changes.find(vid);
        if (own != null) {
            VertexRecord record = own.record();
            return record == null ? null : record.id();
        }
        StoredVertex known = recent.find(vid);
        known = known == null && looked != null ? looked.find(vid) : known;
        known = known == null && (vid & ~GraphKey.VID_MAX) == 0 ? lookAt(vid) : known;
        return known == null ? null : record(known).id();
    }

    private @Nullable StoredVertex lookAt(long vid) {
        byte[] body = Bodies.lookAt(scope.transaction(), ElementKeys.vertex(vid));
        if (body == null) {
            return null;
        }
        LookedVertices all = looked == null ? new LookedVertices() : looked;
        looked = all;
        StoredVertex vertex = new StoredVertex(vid, body, scope);
        all.add(vertex);
        return vertex;
    }

    /**
     * Relies on vertices that were looked at, but for those that get edges: an entry needs its list, and a list that is made its vertex, so
     * that one is there when they commit. Cost: none.
     */
    public void relyOnLooked() {
        if (looked != null) {
            looked.others(lists.grown(), this::relyOn);
        }
    }

    /** Reads vertices for those who are going to ask for them: each once, in one batch, and none that is known. */
    public void readAhead(long[] vids) {
        long[] unread = new long[vids.length];
        int count = 0;
        for (long vid : vids) {
            if ((vid & ~GraphKey.VID_MAX) == 0 && changes.find(vid) == null && known(vid) == null) {
                unread[count++] = vid;
            }
        }
        if (count > 0) {
            read(Arrays.stream(unread, 0, count).distinct().toArray());
        }
    }

    /** Forgets what was read: the transaction is over. */
    public void forget() {
        recent.clear();
        looked = null;
    }

    /** Which labels the edges of vertices have had: one batch of READs. */
    public int[][] directories(long[] vids) {
        int[][] directories = new int[vids.length][];
        long[] keys = new long[vids.length];
        int[] places = new int[vids.length];
        int count = 0;
        for (int i = 0; i < vids.length; i++) {
            directories[i] = Directory.EMPTY;
            VertexChanges.Own own = changes.find(vids[i]);
            StoredVertex known = own == null ? known(vids[i]) : null;
            if (known != null) {
                directories[i] = known.directory();
            } else if (own == null) {
                keys[count] = ElementKeys.vertex(vids[i]);
                places[count++] = i;
            } else if (own.record() != null) {
                directories[i] = own.record().directory();
            }
        }
        scope.transaction().read(keys, 0, count, Integer.MAX_VALUE, new ValueVisitor() {
            @Override
            public void value(int index, Region region, long body, int bodyBytes) {
                int[] words = new int[VertexCodec.words(region, body, bodyBytes)];
                for (int i = 0; i < words.length; i++) {
                    words[i] = region.getInt(VertexCodec.entryOffset(body, i));
                }
                directories[places[index]] = words;
            }
        });
        for (int i = 0; i < vids.length; i++) {
            for (int word : lists.wordsOf(vids[i])) {
                directories[i] = Directory.with(directories[i], word);
            }
        }
        return directories;
    }

    /** The vertices of a partition that a search may find, in batches. Those without one of its labels are not relied on. */
    public Iterator<VertexRecord> scan(int partition, VertexSearch search) {
        return new VertexScan(scope, changes, this, partition, search, 0);
    }

    /** A vertex whose value a scan has found; copied, unless it was read lately. */
    VertexRecord seen(long vid, Region region, long body, int bodyBytes) {
        StoredVertex known = recent.find(vid);
        if (known == null) {
            byte[] copy = new byte[bodyBytes];
            region.get(body, copy, 0, bodyBytes);
            known = seen(vid, copy);
        }
        return record(known);
    }

    /** Vertices that have one of some labels, in the order asked for, null for others. Others are not relied on. */
    @Nullable
    VertexRecord[] select(long[] vids, Set<Integer> numbers, Collection<String> labels) {
        @Nullable VertexRecord[] records = new VertexRecord[vids.length];
        long[] keys = new long[vids.length];
        int[] places = new int[vids.length];
        int count = 0;
        for (int i = 0; i < vids.length; i++) {
            VertexChanges.Own own = changes.find(vids[i]);
            if (own == null) {
                keys[count] = ElementKeys.vertex(vids[i]);
                places[count++] = i;
            } else if (own.record() != null && labels.contains(own.record().label())) {
                records[i] = own.record();
            }
        }
        byte[] @Nullable [] bodies = new byte[count][];
        scope.transaction().select(keys, 0, count, (index, region, body, bodyBytes) -> {
            boolean chosen = numbers.contains(VertexCodec.label(region, body, bodyBytes));
            if (chosen) {
                byte[] copy = new byte[bodyBytes];
                region.get(body, copy, 0, bodyBytes);
                bodies[index] = copy;
            }
            return chosen;
        });
        for (int i = 0; i < count; i++) {
            byte[] body = bodies[i];
            if (body != null) {
                records[places[i]] = record(seen(vids[places[i]], body));
            }
        }
        return records;
    }

    /**
     * Notes that vertices have to be as they are when the transaction commits a change: whoever puts an edge of a label into a list that is
     * not there changes them. Cost: none before {@link #readRelied}, and none at all for who only reads.
     */
    void rely(long[] vids) {
        for (long vid : vids) {
            if (commits && changes.find(vid) == null) {
                relied.add(vid);
            }
        }
    }

    /** Notes that nobody has asked vertices from an index to another one which lists they have. */
    void guessed(long[] vids, int from, int to) {
        guessed.add(vids, from, to);
    }

    /** Reads what was relied on, as of the transaction's moment, so that it is validated. Cost: one batch of READs. */
    public void readRelied() {
        rely(guessed.settle());
        long[] keys = relied.stream().mapToLong(ElementKeys::vertex).toArray();
        relied.clear();
        scope.transaction().read(keys, 0, keys.length, 0, (index, region, body, bodyBytes) -> {});
    }
}
