package io.pragh.coordinator.exchange;

import io.pragh.core.base.PraghException;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A tree of records in a map, which can stop in the middle of a change. One thread. */
public final class InMemoryTree implements RecordTree {
    final TreeMap<String, byte[]> records = new TreeMap<>();
    int writes;
    int failAfterWrites = Integer.MAX_VALUE;

    @Override
    public void put(String path, byte[] bytes) {
        if (bytes.length > RecordCodec.BYTES_MAX) {
            throw new AssertionError("too large: " + bytes.length);
        }
        count();
        for (int slash = path.indexOf('/', 1); slash > 0; slash = path.indexOf('/', slash + 1)) {
            records.putIfAbsent(path.substring(0, slash), new byte[0]);
        }
        records.put(path, bytes);
    }

    @Override
    public byte @Nullable [] get(String path) {
        return records.get(path);
    }

    @Override
    public List<String> children(String path) {
        return records.keySet().stream()
                .filter(p -> p.startsWith(path + "/"))
                .map(p -> p.substring(path.length() + 1))
                .filter(p -> p.indexOf('/') < 0)
                .toList();
    }

    @Override
    public void delete(String path) {
        count();
        records.keySet().removeIf(p -> p.equals(path) || p.startsWith(path + "/"));
    }

    private void count() {
        if (writes++ >= failAfterWrites) {
            throw new PraghException("the tree is away", null, true);
        }
    }
}
