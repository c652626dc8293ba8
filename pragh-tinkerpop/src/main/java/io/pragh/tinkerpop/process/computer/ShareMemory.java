package io.pragh.tinkerpop.process.computer;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.BinaryOperator;
import org.apache.tinkerpop.gremlin.process.computer.Memory;
import org.apache.tinkerpop.gremlin.process.computer.MemoryComputeKey;
import org.apache.tinkerpop.gremlin.process.computer.util.MemoryHelper;
import org.apache.tinkerpop.gremlin.structure.util.StringFactory;

/**
 * The memory as one worker sees it during a turn: reads return the values of the turn before; additions are reduced
 * here and merged when the turn ends. Its reducers are clones, because some keep state. One thread.
 */
final class ShareMemory implements Memory.Admin {
    private final ComputerMemory shared;
    private final Map<String, BinaryOperator<Object>> reducers = new HashMap<>();
    private final Map<String, Object> added = new HashMap<>();

    ShareMemory(ComputerMemory shared) {
        this.shared = shared;
        for (MemoryComputeKey<?> key : shared.computeKeys()) {
            @SuppressWarnings("unchecked")
            MemoryComputeKey<Object> clone = (MemoryComputeKey<Object>) key.clone();
            reducers.put(key.getKey(), clone.getReducer());
        }
    }

    /** Passes on the additions since the last call. */
    void drain(BiConsumer<String, Object> to) {
        added.forEach(to);
        added.clear();
    }

    @Override
    public void add(String key, Object value) {
        MemoryHelper.validateValue(value);
        BinaryOperator<Object> reducer = reducers.get(key);
        if (reducer == null) {
            shared.add(key, value);
        } else {
            added.merge(key, value, reducer);
        }
    }

    @Override
    public void set(String key, Object value) {
        shared.set(key, value);
    }

    @Override
    @SuppressWarnings("TypeParameterUnusedInFormals")
    public <R> R get(String key) {
        return shared.get(key);
    }

    @Override
    public boolean exists(String key) {
        return shared.exists(key);
    }

    @Override
    public Set<String> keys() {
        return shared.keys();
    }

    @Override
    public int getIteration() {
        return shared.getIteration();
    }

    @Override
    public long getRuntime() {
        return shared.getRuntime();
    }

    @Override
    public void setIteration(int iteration) {
        throw Memory.Exceptions.memoryIsCurrentlyImmutable();
    }

    @Override
    public void setRuntime(long runtime) {
        throw Memory.Exceptions.memoryIsCurrentlyImmutable();
    }

    @Override
    public String toString() {
        return StringFactory.memoryString(this);
    }
}
