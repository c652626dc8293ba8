package io.pragh.coordinator.exchange;

import java.util.List;
import java.util.TreeMap;

/** A tree of records in a map. One thread. */
final class InMemoryTree implements RecordTree {
    final TreeMap<String, byte[]> records = new TreeMap<>();

    @Override
    public void put(String path, byte[] bytes) {
        if (bytes.length > RecordCodec.BYTES_MAX) {
            throw new AssertionError("too large: " + bytes.length);
        }
        for (int slash = path.indexOf('/', 1); slash > 0; slash = path.indexOf('/', slash + 1)) {
            records.putIfAbsent(path.substring(0, slash), new byte[0]);
        }
        records.put(path, bytes);
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
        records.keySet().removeIf(p -> p.equals(path) || p.startsWith(path + "/"));
    }
}
