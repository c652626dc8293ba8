package io.pragh.benchmarks.report;

import java.util.LinkedHashMap;
import java.util.Map;

/** The machine of a measurement. Immutable. */
public final class Machine {
    private Machine() {}

    /** The properties that a reader of results needs to know. */
    public static Map<String, Object> describe() {
        Map<String, Object> machine = new LinkedHashMap<>();
        Runtime runtime = Runtime.getRuntime();
        machine.put("cores", runtime.availableProcessors());
        machine.put("heapBytesMax", runtime.maxMemory());
        machine.put("jdk", System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version"));
        machine.put("os", System.getProperty("os.name") + " " + System.getProperty("os.arch"));
        return machine;
    }
}
