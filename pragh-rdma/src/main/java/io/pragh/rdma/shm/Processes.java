package io.pragh.rdma.shm;

import java.time.Instant;
import java.util.UUID;

/** Which process is which. Stateless. */
final class Processes {
    /** Tells this process from all others, also from those that had its pid. */
    static final long THIS = UUID.randomUUID().getMostSignificantBits() | 1;

    private static final long START_MILLIS_MARGIN = 2_000;

    private Processes() {}

    /** When a process started, in milliseconds since 1970; zero when the machine does not say. */
    static long startMillis(ProcessHandle process) {
        return process.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
    }

    /** Kills a process, if the pid is still its own. */
    static void kill(long pid, long startMillis) {
        ProcessHandle.of(pid)
                .filter(process -> process.pid() != ProcessHandle.current().pid())
                .filter(process ->
                        startMillis != 0 && Math.abs(startMillis(process) - startMillis) <= START_MILLIS_MARGIN)
                .ifPresent(ProcessHandle::destroyForcibly);
    }
}
