package io.pragh.rdma.shm;

import java.time.Instant;
import java.util.UUID;

/** Identifies processes of this machine. Stateless. */
final class Processes {
    /** A random number that distinguishes this process from all others, also from earlier ones with the same pid. */
    static final long THIS = UUID.randomUUID().getMostSignificantBits() | 1;

    private static final long START_MILLIS_MARGIN = 2_000;

    private Processes() {}

    /** Start time of a process in milliseconds since 1970; zero when the machine does not say. */
    static long startMillis(ProcessHandle process) {
        return process.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
    }

    /** Kills a process, if the pid still belongs to the process that started then. */
    static void kill(long pid, long startMillis) {
        ProcessHandle.of(pid)
                .filter(process -> process.pid() != ProcessHandle.current().pid())
                .filter(process ->
                        startMillis != 0 && Math.abs(startMillis(process) - startMillis) <= START_MILLIS_MARGIN)
                .ifPresent(ProcessHandle::destroyForcibly);
    }
}
