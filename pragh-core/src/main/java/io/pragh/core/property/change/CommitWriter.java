package io.pragh.core.property.change;

import io.pragh.core.address.GraphKey;
import io.pragh.core.base.PraghException;
import io.pragh.core.graph.TransactionalLists;
import io.pragh.core.property.EdgeRecord;
import io.pragh.core.property.EdgeRef;
import io.pragh.core.property.NewEdges;
import io.pragh.core.property.VertexRecord;
import io.pragh.core.property.catalogue.EdgeColumns;
import io.pragh.core.property.element.Directory;
import io.pragh.core.property.element.EdgeCodec;
import io.pragh.core.property.element.ElementKeys;
import io.pragh.core.property.element.VertexCodec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.LongUnaryOperator;
import java.util.stream.LongStream;

/** Turns a transaction's changes to a property graph into updates of values. One thread. */
public final class CommitWriter {
    private final Scope scope;
    private final TransactionalLists stored;
    private final VertexChanges vertices;
    private final ListChanges lists;
    private final EdgeChanges edges;
    private final LongUnaryOperator edgeNumbers;
    private final NewEdges newEdges;
    /**
     * Rolls to sign, so that transactions that have counted or searched members of a roll without these changes
     * conflict.
     */
    private final ElementRolls rolls;

    /**
     * Writes the changes that these parts of one transaction have collected; {@code edgeNumbers} returns a number for
     * an edge that leaves a vertex.
     */
    public CommitWriter(
            Scope scope,
            VertexChanges vertices,
            ListChanges lists,
            EdgeChanges edges,
            NewEdges newEdges,
            LongUnaryOperator edgeNumbers) {
        this.newEdges = newEdges;
        this.edgeNumbers = edgeNumbers;
        this.scope = scope;
        this.stored = scope.lists();
        this.vertices = vertices;
        this.lists = lists;
        this.edges = edges;
        this.rolls = new ElementRolls(scope.homes());
    }

    /**
     * Writes elements, their lists and their indexes. Returns the numbers that new edges do without, unless the
     * commit takes a {@link io.pragh.core.api.Attempt#CAUTIOUS} attempt.
     */
    public long[] write() {
        if (vertices.isEmpty() && edges.isEmpty()) {
            return new long[0];
        }
        if (edges.lends()) {
            scope.lend();
        }
        if (scope.indexes().lent()) {
            edges.numberLent();
        }
        CarriedProperties carried = new CarriedProperties(scope, edges, newEdges);
        NewEdgeProof proof = new NewEdgeProof(scope, vertices, lists, newEdges, carried);
        carried.gather();
        proof.decide(); // before any write, because it reads the former lists
        carried.settle();
        storeOtherwise(carried.changedUnnumbered());
        IndexWrites indexes = new IndexWrites(scope); // rule 6
        indexes.vertices(vertices);
        indexes.edges(edges);
        indexes.write();
        takeEntries();
        writeLists(proof);
        writeDirectories();
        vertices.all().forEach(this::write);
        writeEdges();
        countVertices();
        rolls.sign(scope.transaction());
        return proof.spared();
    }

    /**
     * Rule 3: an edge without number carries its property, or gets a number and a value. Both its entries are
     * removed, which fails when another transaction has removed them meanwhile, to remove the edge or to change its
     * properties.
     */
    private void storeOtherwise(List<Map.Entry<EdgeRecord, Long>> changes) {
        long[] keys = new long[2 * changes.size()];
        long[] neighbours = new long[keys.length];
        long[] eids = new long[keys.length];
        for (int i = 0; i < changes.size(); i++) {
            EdgeRef edge = changes.get(i).getKey().ref();
            keys[2 * i] = ElementKeys.outList(edge);
            neighbours[2 * i] = edge.in();
            keys[2 * i + 1] = ElementKeys.inList(edge);
            neighbours[2 * i + 1] = edge.out();
            eids[2 * i] = edge.eid();
            eids[2 * i + 1] = edge.eid();
        }
        int found = stored.removeAll(keys, neighbours, eids, this::taken);
        if (found < keys.length) {
            throw new PraghException(
                    "an edge whose properties are to change is not in the lists of both its vertices: it was removed, or changed, before"
                            + " this transaction began, or one of them was lost with a node; ask for it again: edges="
                            + changes.size() + " entries found=" + found + " first="
                            + changes.get(0).getKey().id());
        }
        changes.forEach((change) -> {
            EdgeRecord edge = change.getKey();
            if (change.getValue() == EdgeColumns.REFUSED) {
                edges.number(edge, edgeNumbers.applyAsLong(edge.ref().out()));
            } else {
                edges.rename(edge, change.getValue());
            }
        });
    }

    private void taken(long list, int count) {
        rolls.list(list, -count);
    }

    private void countVertices() {
        for (VertexChanges.Own own : vertices.all()) {
            VertexRecord record = own.record;
            rolls.vertex(own.vid, own.labelBefore, -1);
            rolls.vertex(own.vid, own.isNew && record != null ? record.label() : null, 1);
        }
    }

    /** Removes entries from lists that stay, in one call for all lists. */
    private void takeEntries() {
        LongStream.Builder keys = LongStream.builder();
        LongStream.Builder neighbours = LongStream.builder();
        LongStream.Builder eids = LongStream.builder();
        for (int list = 0; list < lists.all().size(); list++) {
            EntrySet removed = lists.all().value(list).removed();
            for (int i = 0; i < removed.end(); i++) { // an entry that was removed is not put back
                keys.add(lists.all().key(list));
                neighbours.add(removed.neighbour(i));
                eids.add(removed.eid(i));
            }
        }
        stored.removeAll(
                keys.build().toArray(),
                neighbours.build().toArray(),
                eids.build().toArray(),
                this::taken);
    }

    private void writeLists(NewEdgeProof proof) {
        for (int i = 0; i < lists.all().size(); i++) {
            long key = lists.all().key(i);
            ListChange change = lists.all().value(i);
            long[] added = change.added().toArray();
            proof.settle(key, added);
            if (added.length > 0) {
                rolls.list(key, change.added().size());
            }
            if (!change.isCleared()) {
                stored.append(key, added);
            } else {
                rolls.list(key, -(added.length == 0 ? stored.delete(key) : stored.replace(key, added)));
            }
        }
    }

    /**
     * Rule 1: vertices that are written get the directory words of their new lists in the same write; homes add the
     * words to other vertices when they create a list.
     */
    private void writeDirectories() {
        for (VertexChanges.Own own : vertices.all()) {
            VertexRecord record = own.record;
            int[] words = lists.wordsOf(own.vid);
            if (record != null && words.length > 0) {
                int[] directory = record.directory();
                for (int word : words) {
                    directory = Directory.covers(directory, word) ? directory : Directory.with(directory, word);
                }
                record.directory(directory);
            }
        }
    }

    private void write(VertexChanges.Own own) {
        long key = ElementKeys.vertex(own.vid);
        VertexRecord record = own.record;
        if (record == null) {
            scope.transaction().delete(key);
        } else if (own.lookedUp) { // validated: the vertex exists, or does not, as it was read
            scope.transaction().write(key, VertexCodec.encode(record, scope));
        } else {
            scope.transaction().update(CreateValue.of(key, VertexCodec.encode(record, scope)));
        }
    }

    private void writeEdges() {
        List<EdgeRef> required = new ArrayList<>();
        edges.changed().forEach((ref, record) -> {
            boolean own = lists.isOwn(ref);
            long key = ElementKeys.edge(ref);
            if (!record.properties().isEmpty() || ref.isNamed()) {
                byte[] body = EdgeCodec.encode(record, scope);
                scope.transaction().write(key, body);
            } else if (!own) {
                scope.transaction().delete(key);
            }
            if (!own) {
                required.add(ref);
            }
        });
        eraseDead();
        require(required);
    }

    /**
     * Rule 3: the value of a removed edge is read, validated, even if there is none. A blind delete would take a slot
     * for every edge without value, and a table cannot grow past slots that are held.
     */
    private void eraseDead() {
        long[] keys = edges.dead().stream().mapToLong(ElementKeys::edge).toArray();
        boolean[] there = new boolean[keys.length];
        scope.transaction().read(keys, 0, keys.length, 0, (index, region, body, bytes) -> there[index] = true);
        for (int i = 0; i < keys.length; i++) {
            if (there[i]) {
                scope.transaction().delete(keys[i]);
            }
        }
    }

    /** Rule 3: a transaction that gives an edge properties and one that removes it cannot both commit. */
    private void require(List<EdgeRef> required) {
        int found = stored.requireAll(
                required.stream().mapToLong(ElementKeys::outList).toArray(),
                required.stream().mapToLong(EdgeRef::in).toArray(),
                required.stream().mapToLong(EdgeRef::eid).toArray());
        if (found < required.size()) {
            throw new PraghException(
                    "an edge that is to be changed was removed before this transaction began: edges=" + required.size()
                            + " found=" + found + " first=" + GraphKey.show(ElementKeys.edge(required.get(0))));
        }
    }
}
