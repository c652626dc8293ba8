package io.pragh.tinkerpop.process.computer;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.tinkerpop.gremlin.process.computer.KeyValue;
import org.apache.tinkerpop.gremlin.process.computer.MapReduce;
import org.apache.tinkerpop.gremlin.process.computer.util.ComputerGraph;

/**
 * One map-reduce job. Workers map their shares; each combines its own emitted values; the values of a key are then
 * gathered, and workers reduce whole keys. All begin a stage only when all have ended the one before. One thread
 * leads.
 */
final class JobRun<K, V, RK, RV, R> {
    private final MapReduce<K, V, RK, RV, R> job;
    private final List<MapReduce<K, V, RK, RV, R>> clones = new ArrayList<>();
    private final WorkerCrew crew;

    JobRun(MapReduce<K, V, RK, RV, R> job, WorkerCrew crew) {
        this.job = job;
        this.crew = crew;
        for (int worker = 0; worker < crew.size(); worker++) {
            clones.add(job.clone());
        }
    }

    /** Visits the vertices of a worker's share. */
    @FunctionalInterface
    interface Vertices {
        void each(int worker, Consumer<ViewVertex> visitor);
    }

    /** Runs the job and puts its result into memory. */
    void run(ComputerMemory memory, Vertices vertices) {
        List<KeyValue<RK, RV>> results = job.doStage(MapReduce.Stage.REDUCE) ? reduced(vertices) : mapped(vertices);
        job.addResultToMemory(memory, results.iterator());
    }

    private List<KeyValue<RK, RV>> mapped(Vertices vertices) {
        List<List<KeyValue<K, V>>> emitted = perWorker();
        stage(MapReduce.Stage.MAP, worker -> {
            List<KeyValue<K, V>> to = emitted.get(worker);
            map(worker, vertices, (key, value) -> to.add(new KeyValue<>(key, value)));
        });
        List<KeyValue<K, V>> all = new ArrayList<>();
        emitted.forEach(all::addAll);
        job.getMapKeySort().ifPresent(order -> all.sort(Comparator.comparing(KeyValue::getKey, order)));
        // Without a reduce stage, the mapped values are the result: its types are the same, which only the job knows.
        @SuppressWarnings({"unchecked", "rawtypes"})
        List<KeyValue<RK, RV>> results = (List) all;
        return results;
    }

    private List<KeyValue<RK, RV>> reduced(Vertices vertices) {
        List<Map<K, List<V>>> groups = new ArrayList<>();
        clones.forEach(worker -> groups.add(new LinkedHashMap<>()));
        stage(MapReduce.Stage.MAP, worker -> map(worker, vertices, grouping(groups.get(worker))));
        if (job.doStage(MapReduce.Stage.COMBINE)) {
            stage(MapReduce.Stage.COMBINE, worker -> groups.set(worker, combine(worker, groups.get(worker))));
        }
        Map<K, List<V>> merged = new LinkedHashMap<>();
        for (Map<K, List<V>> group : groups) {
            group.forEach((key, values) ->
                    merged.computeIfAbsent(key, k -> new ArrayList<>()).addAll(values));
            group.clear();
        }
        List<KeyValue<RK, RV>> results = reduce(List.copyOf(merged.entrySet()));
        job.getReduceKeySort().ifPresent(order -> results.sort(Comparator.comparing(KeyValue::getKey, order)));
        return results;
    }

    private void map(int worker, Vertices vertices, MapReduce.MapEmitter<K, V> emitter) {
        MapReduce<K, V, RK, RV, R> mine = clones.get(worker);
        vertices.each(worker, vertex -> mine.map(ComputerGraph.mapReduce(vertex), emitter));
    }

    private static <K, V> MapReduce.MapEmitter<K, V> grouping(Map<K, List<V>> group) {
        return (key, value) ->
                group.computeIfAbsent(key, k -> new ArrayList<>()).add(value);
    }

    private Map<K, List<V>> combine(int worker, Map<K, List<V>> group) {
        Map<K, List<V>> combined = new LinkedHashMap<>();
        MapReduce.MapEmitter<K, V> to = grouping(combined);
        MapReduce<K, V, RK, RV, R> mine = clones.get(worker);
        // Combined values are reduced again: the job guarantees that the types are the same.
        @SuppressWarnings("unchecked")
        MapReduce.ReduceEmitter<RK, RV> emitter = (key, value) -> to.emit((K) key, (V) value);
        group.forEach((key, values) -> mine.combine(key, values.iterator(), emitter));
        return combined;
    }

    private List<KeyValue<RK, RV>> reduce(List<Map.Entry<K, List<V>>> groups) {
        List<List<KeyValue<RK, RV>>> emitted = perWorker();
        stage(MapReduce.Stage.REDUCE, worker -> {
            List<KeyValue<RK, RV>> to = emitted.get(worker);
            MapReduce.ReduceEmitter<RK, RV> emitter = (key, value) -> to.add(new KeyValue<>(key, value));
            for (int i = worker; i < groups.size(); i += crew.size()) {
                Share.checkInterrupt();
                clones.get(worker)
                        .reduce(groups.get(i).getKey(), groups.get(i).getValue().iterator(), emitter);
            }
        });
        List<KeyValue<RK, RV>> all = new ArrayList<>();
        emitted.forEach(all::addAll);
        return all;
    }

    private <T> List<List<T>> perWorker() {
        List<List<T>> lists = new ArrayList<>();
        clones.forEach(worker -> lists.add(new ArrayList<>()));
        return lists;
    }

    private void stage(MapReduce.Stage stage, WorkerCrew.Task task) {
        crew.all(worker -> clones.get(worker).workerStart(stage));
        crew.all(task);
        crew.all(worker -> clones.get(worker).workerEnd(stage));
    }
}
