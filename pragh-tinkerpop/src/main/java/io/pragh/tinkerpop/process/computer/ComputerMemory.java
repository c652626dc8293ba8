package io.pragh.tinkerpop.process.computer;

import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.apache.tinkerpop.gremlin.process.computer.GraphComputer;
import org.apache.tinkerpop.gremlin.process.computer.MapReduce;
import org.apache.tinkerpop.gremlin.process.computer.Memory;
import org.apache.tinkerpop.gremlin.process.computer.MemoryComputeKey;
import org.apache.tinkerpop.gremlin.process.computer.VertexProgram;
import org.apache.tinkerpop.gremlin.structure.util.StringFactory;
import org.jspecify.annotations.Nullable;

/**
 * The memory that the workers of a run share. During set-up, between turns and after the last one, {@link #set}
 * changes it from one thread. During a turn it does not change: workers read it, each adds to a {@link ShareMemory}
 * of its own, and {@link #merge} combines these when all have ended.
 */
final class ComputerMemory implements Memory.Admin {
    private final Map<String, MemoryComputeKey<?>> keys = new LinkedHashMap<>();
    private final Set<String> jobKeys = new HashSet<>();
    private final Map<String, Object> values = new HashMap<>();
    private boolean turning;
    private int iteration;
    private long runtimeMillis;

    ComputerMemory(@Nullable VertexProgram<?> program, Iterable<MapReduce<?, ?, ?, ?, ?>> jobs) {
        if (program != null) {
            for (MemoryComputeKey<?> key : program.getMemoryComputeKeys()) {
                keys.put(key.getKey(), key);
            }
        }
        jobs.forEach(job -> jobKeys.add(job.getMemoryKey()));
    }

    /** The keys that the program declares. */
    Iterable<MemoryComputeKey<?>> computeKeys() {
        return keys.values();
    }

    /** Begins or ends a turn, during which no value may be set. */
    void turning(boolean now) {
        turning = now;
    }

    /** Merges a worker's additions. */
    void merge(ShareMemory share) {
        share.drain((key, added) -> {
            Object there = values.get(key);
            values.put(key, there == null ? added : reduce(key, there, added));
        });
    }

    private Object reduce(String key, Object there, Object added) {
        MemoryComputeKey<?> declared = keys.get(key);
        if (declared == null) {
            throw GraphComputer.Exceptions.providedKeyIsNotAMemoryComputeKey(key);
        }
        @SuppressWarnings("unchecked")
        MemoryComputeKey<Object> typed = (MemoryComputeKey<Object>) declared;
        return typed.getReducer().apply(there, added);
    }

    /** Drops the values of transient keys: the program has ended. */
    void dropTransient() {
        keys.values().stream().filter(MemoryComputeKey::isTransient).forEach(key -> values.remove(key.getKey()));
    }

    /** Workers do not see keys that are not broadcast. */
    private boolean isVisible(String key) {
        MemoryComputeKey<?> declared = keys.get(key);
        return !turning || declared == null || declared.isBroadcast();
    }

    void checkKey(String key) {
        if (!keys.containsKey(key) && !jobKeys.contains(key)) {
            throw GraphComputer.Exceptions.providedKeyIsNotAMemoryComputeKey(key);
        }
    }

    @Override
    public Set<String> keys() {
        if (!turning) {
            return Collections.unmodifiableSet(values.keySet());
        }
        Set<String> visible = new HashSet<>(values.keySet());
        visible.removeIf(key -> !isVisible(key));
        return visible;
    }

    @Override
    public boolean exists(String key) {
        return isVisible(key) && values.containsKey(key);
    }

    @Override
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    public <R> R get(String key) {
        Object value = isVisible(key) ? values.get(key) : null;
        if (value == null) {
            throw Memory.Exceptions.memoryDoesNotExist(key);
        }
        return (R) value;
    }

    /** Sets a value; null removes it: the initial value of steps whose reduction of no input has no value. */
    @Override
    public void set(String key, @Nullable Object value) {
        checkKey(key);
        if (turning) {
            throw Memory.Exceptions.memorySetOnlyDuringVertexProgramSetUpAndTerminate(key);
        }
        if (value == null) {
            values.remove(key);
        } else {
            values.put(key, value);
        }
    }

    @Override
    public void add(String key, Object value) {
        checkKey(key);
        throw Memory.Exceptions.memoryAddOnlyDuringVertexProgramExecute(key);
    }

    @Override
    public int getIteration() {
        return iteration;
    }

    @Override
    public void setIteration(int iteration) {
        this.iteration = iteration;
    }

    @Override
    public long getRuntime() {
        return runtimeMillis;
    }

    @Override
    public void setRuntime(long runtime) {
        runtimeMillis = runtime;
    }

    @Override
    public String toString() {
        return StringFactory.memoryString(this);
    }
}
