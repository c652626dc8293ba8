package io.pragh.core.property.read;

import io.pragh.core.property.EdgePages;
import io.pragh.core.property.EdgeQuery;
import io.pragh.core.property.Neighbours;
import io.pragh.core.property.change.ListChanges;
import io.pragh.core.property.change.Scope;

/** Walks the lists of one vertex as far as the caller asks. One thread at a time. */
final class PagedEdges implements EdgePages {
    private final int index;
    private final boolean edgeIds;
    private final long[] keys;
    private final ListWalk walk;
    /** How many more edges the limit allows. */
    private long left;

    PagedEdges(
            Scope scope,
            VertexReads vertices,
            ListChanges changes,
            long[] vids,
            int index,
            EdgeQuery query,
            boolean edgeIds) {
        ListKeys lists = new ListKeys();
        lists.fill(scope, vertices, vids, index, query.limit() > 0 ? index + 1 : index, query);
        this.index = index;
        this.edgeIds = edgeIds;
        this.keys = lists.keys();
        this.walk = new ListWalk(scope, changes, keys, Math.max(1, query.limit()));
        this.left = query.limit();
    }

    @Override
    public boolean next(int edgesMax, Neighbours into) {
        into.begin(keys.length, edgeIds, keys);
        for (int list = 0; list < keys.length; list++) {
            into.owner(list, index);
        }
        int wanted = (int) Math.min(edgesMax, left);
        int list = -1;
        int from = 0;
        int taken = 0;
        while (taken < wanted && walk.next()) {
            int place = into.reserve(1);
            from = walk.list() == list ? from : place;
            list = walk.list();
            into.neighbours()[place] = walk.neighbour();
            if (edgeIds) {
                into.edgeIds()[place] = walk.eid();
            }
            into.entries(list, from, place + 1);
            taken++;
        }
        left -= taken;
        return taken == wanted && left > 0;
    }
}
