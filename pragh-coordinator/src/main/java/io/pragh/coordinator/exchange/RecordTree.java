package io.pragh.coordinator.exchange;

import java.util.List;

/**
 * A small tree of named records that all members see: a path is names joined by slashes, and every record may have
 * bytes and children. Every operation is one round trip or a few, and throws a retryable
 * {@link io.pragh.core.base.PraghException} while the tree cannot be reached. Any thread.
 */
public interface RecordTree {
    /** Writes a record of at most {@link RecordCodec#BYTES_MAX}; creates it and its parents if they are missing. */
    void put(String path, byte[] bytes);

    /** The names of a record's children, ascending; none when the record is missing. */
    List<String> children(String path);

    /** Removes a record and everything below it; nothing happens when there is none. */
    void delete(String path);
}
