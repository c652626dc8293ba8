package io.pragh.core.property.read;

import io.pragh.core.address.GraphKey;
import io.pragh.core.api.KeyScan;
import io.pragh.core.api.ScanVisitor;
import io.pragh.core.api.Transaction;
import io.pragh.core.memory.Region;
import io.pragh.core.property.ScannedVertex;
import io.pragh.core.property.VertexPropertyRecord;
import io.pragh.core.property.VertexRecord;
import io.pragh.core.property.VertexSearch;
import io.pragh.core.property.change.Scope;
import io.pragh.core.property.change.VertexChanges;
import io.pragh.core.property.element.VertexInPlace;
import java.util.Iterator;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One walk over the vertices of a partition that a search may find, each where it lies, without records of them. One thread. */
final class VertexVisits implements ScanVisitor, ScannedVertex {
    private static final int AT_FIRST = 256;
    private static final int AT_ONCE = 1 << 14;

    private final Scope scope;
    private final VertexChanges changes;
    private final int partition;
    private final VertexSearch search;
    private final ScannedVertex.Visitor visitor;
    private final SoughtVertices sought;
    private final VertexInPlace view = new VertexInPlace();
    private long vid;
    private boolean ended;

    VertexVisits(
            Scope scope, VertexChanges changes, int partition, VertexSearch search, ScannedVertex.Visitor visitor) {
        this.scope = scope;
        this.changes = changes;
        this.partition = partition;
        this.search = search;
        this.visitor = visitor;
        this.sought = SoughtVertices.of(search, scope, partition);
    }

    /** False when the visitor has ended it. What the transaction has made or changed comes last. */
    boolean run(VertexReads reads) {
        long cursor = sought.isNone() ? KeyScan.END : 0;
        int size = AT_FIRST;
        while (cursor != KeyScan.END && !ended) {
            long to = scope.transaction().scan(partition, GraphKey.KIND_VERTEX, cursor, size, this);
            size = Math.min(AT_ONCE, 4 * size);
            if (to == Transaction.ELSEWHERE) {
                visitRecords(new VertexScan(scope, changes, reads, partition, search, cursor));
                to = KeyScan.END;
            }
            cursor = to;
        }
        for (VertexChanges.Own own : changes.all()) {
            VertexRecord record = own.record();
            if (!ended && record != null && scope.homes().home(record.vid()) == partition && isSought(record)) {
                ended = !visitor.visit(new Known(record, search));
            }
        }
        return !ended;
    }

    private void visitRecords(Iterator<VertexRecord> records) {
        while (!ended && records.hasNext()) {
            VertexRecord record = records.next();
            ended = changes.find(record.vid()) == null && !visitor.visit(new Known(record, search));
        }
    }

    private boolean isSought(VertexRecord record) {
        Set<String> labels = search.labels();
        return (labels == null || labels.contains(record.label())) && search.mayBe(record);
    }

    @Override
    public boolean value(long key, int place, Region region, long body, int bodyBytes) {
        vid = GraphKey.vid(key);
        if (ended || changes.find(vid) != null) {
            return false;
        }
        view.look(region, body, bodyBytes);
        if (!sought.hasLabel(view)) {
            return false;
        }
        if (sought.mayBe(view)) {
            ended = !visitor.visit(this);
        }
        return true;
    }

    @Override
    public boolean absent(long key) {
        return search.labels() == null && !ended && changes.find(GraphKey.vid(key)) == null;
    }

    @Override
    public long vid() {
        return vid;
    }

    @Override
    public void values(int wanted, Consumer<@Nullable Object> to) {
        view.values(sought.wanted(wanted), to);
    }

    /** A vertex of which there is a record. */
    private record Known(VertexRecord record, VertexSearch search) implements ScannedVertex {
        @Override
        public long vid() {
            return record.vid();
        }

        @Override
        public void values(int wanted, Consumer<@Nullable Object> to) {
            for (VertexPropertyRecord property :
                    record.propertiesOf(search.wanted().get(wanted))) {
                to.accept(property.value());
            }
        }
    }
}
