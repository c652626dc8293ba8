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

/** Reads vertices as one transaction sees them, its own changes included. One thread at a time. */
public final class VertexReads {
    private final Scope scope;
    private final VertexChanges changes;
    private final ListChanges lists;
    private final RecentVertices recent = new RecentVertices();
    /** Null until a vertex is only looked at. */
    private @Nullable LookedVertices looked;

    /**
     * Vertices that were asked for lists under a label without a number: the commit of a change reads them, because
     * it depends on them.
     */
    private final Set<Long> relied = new LinkedHashSet<>();

    private final GuessedLists guessed;

    private final boolean commits;

    /**
     * Reads in one transaction, with its changes on top.
     *
     * @param commits whether the transaction may commit changes: if not, no vertex is noted for validation
     */
    public VertexReads(Scope scope, VertexChanges changes, ListChanges lists, boolean commits) {
        this.scope = scope;
        this.changes = changes;
        this.lists = lists;
        this.guessed = new GuessedLists(scope::relyOnEdgeLabels, commits);
        this.commits = commits;
    }

    /**
     * Reads vertices in the order asked for, null where there is none: one batch of READs for those that were not
     * read lately.
     */
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

    /** Keeps a vertex that was read for later calls. */
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

    /**
     * Returns a vertex that was read recently or looked at, and makes the commit depend on it; null when there is
     * none.
     */
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
     * Returns a vertex's identifier, null when it does not exist. The commit depends on the vertex only after a read
     * of it, or by {@link #relyOnLooked}. Cost: as {@link #read(long)}.
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
     * Makes the commit depend on the vertices that were looked at, except those that get edges: adding an entry
     * requires its list, and creating a list requires its vertex, so such a vertex exists at commit anyway. Cost:
     * none.
     */
    public void relyOnLooked() {
        if (looked != null) {
            looked.others(lists.grown(), this::relyOn);
        }
    }

    /** Reads vertices ahead of calls that ask for them: each once, in one batch, and none that is known already. */
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

    /** Drops all vertices at the end of the transaction. */
    public void forget() {
        recent.clear();
        looked = null;
    }

    /** The labels that the edges of vertices have had, as directories: one batch of READs. */
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

    /**
     * The vertices of a partition that a search may find, in batches. The commit does not depend on vertices without
     * one of its labels.
     */
    public Iterator<VertexRecord> scan(int partition, VertexSearch search) {
        return new VertexScan(scope, changes, this, partition, search, 0);
    }

    /** Returns a vertex whose value a scan has found; copied, unless it was read lately. */
    VertexRecord seen(long vid, Region region, long body, int bodyBytes) {
        StoredVertex known = recent.find(vid);
        if (known == null) {
            byte[] copy = new byte[bodyBytes];
            region.get(body, copy, 0, bodyBytes);
            known = seen(vid, copy);
        }
        return record(known);
    }

    /**
     * Reads the vertices that have one of some labels, in the order asked for, null for others. The commit does not
     * depend on the others.
     */
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
     * Makes the commit of a change depend on vertices: a transaction that adds an edge of a label to a list that does
     * not exist changes the list's vertex. Cost: none before {@link #readRelied}, and none at all for a transaction
     * that only reads.
     */
    void rely(long[] vids) {
        for (long vid : vids) {
            if (commits && changes.find(vid) == null) {
                relied.add(vid);
            }
        }
    }

    /**
     * Notes that the lists of the vertices from one index to another were looked for without reading their
     * directories.
     */
    void guessed(long[] vids, int from, int to) {
        guessed.add(vids, from, to);
    }

    /**
     * Reads the noted vertices at the transaction's snapshot, so that commit validates them. Cost: one batch of
     * READs.
     */
    public void readRelied() {
        rely(guessed.settle());
        long[] keys = relied.stream().mapToLong(ElementKeys::vertex).toArray();
        relied.clear();
        scope.transaction().read(keys, 0, keys.length, 0, (index, region, body, bodyBytes) -> {});
    }
}
