package io.pragh.tinkerpop.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Checks what {@code pragh doctor} finds, what it tries, and when it says that something cannot work. */
class DoctorCommandTest {
    @TempDir
    private Path root;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int run(String... arguments) {
        CommandLine line = PraghCli.commandLine(List.of(new DoctorCommand()))
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err));
        String[] all = new String[arguments.length + 1];
        all[0] = "doctor";
        System.arraycopy(arguments, 0, all, 1, arguments.length);
        return line.execute(all);
    }

    private void write(String file, String text) throws IOException {
        Path path = root.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }

    private void machine(String locked, long availableKb, String hugePages, String clock) throws IOException {
        write("proc/self/limits", "Max open files 1 1 files\nMax locked memory         " + locked + "   x   bytes\n");
        write("proc/meminfo", "MemTotal: 1 kB\nMemAvailable:    " + availableKb + " kB\n");
        write("sys/kernel/mm/transparent_hugepage/enabled", hugePages);
        write("sys/devices/system/clocksource/clocksource0/current_clocksource", clock);
    }

    private Finding found(String subject, boolean wantsRdma, long wantedMb) {
        return DoctorCommand.look(new Machine(root), wantsRdma, wantedMb).stream()
                .filter(finding -> finding.subject().equals(subject))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void aMachineThatHasEverythingIsFine() throws IOException {
        machine("unlimited", 4 << 20, "always [madvise] never", "tsc\n");
        write("sys/class/infiniband/mlx5_0/node_type", "1: CA");

        for (Finding finding : DoctorCommand.look(new Machine(root), false, 4096)) {
            boolean ofJdk = finding.subject().equals("JDK");
            assertTrue(ofJdk || finding.verdict() == Finding.Verdict.FINE, finding.line());
        }
        assertTrue(found("RDMA devices", true, 0).line().contains("mlx5_0"));
    }

    @Test
    void whatIsMissingIsWrongWhenItWasAskedForAndComesWithAdvice() throws IOException {
        machine("8388608", 1 << 20, "always madvise [never]", "hpet");

        assertEquals(Finding.Verdict.WRONG, found("RDMA devices", true, 0).verdict());
        assertEquals(Finding.Verdict.ODD, found("RDMA devices", false, 0).verdict());
        assertEquals(Finding.Verdict.WRONG, found("locked memory", true, 9).verdict());
        assertEquals(Finding.Verdict.ODD, found("locked memory", true, 8).verdict());
        assertEquals(Finding.Verdict.ODD, found("locked memory", false, 9).verdict());
        assertEquals(Finding.Verdict.WRONG, found("memory", false, 1025).verdict());
        assertEquals(Finding.Verdict.FINE, found("memory", false, 1024).verdict());
        assertEquals(Finding.Verdict.ODD, found("huge pages", false, 0).verdict());
        assertEquals(Finding.Verdict.ODD, found("clock", false, 0).verdict());
        for (Finding finding : DoctorCommand.look(new Machine(root), true, 4096)) {
            assertEquals(
                    finding.verdict() == Finding.Verdict.FINE, finding.advice().isEmpty(), finding.line());
        }
    }

    @Test
    void whatIsNotKnownIsSaid() {
        for (String subject : List.of("memory", "locked memory", "huge pages", "clock")) {
            assertTrue(found(subject, true, 1).line().contains("not known"), subject);
        }
    }

    @Test
    void rdmaNeedsANewerJdk() {
        assertEquals(Finding.Verdict.ODD, DoctorCommand.jdk(21).verdict());
        assertEquals(Finding.Verdict.FINE, DoctorCommand.jdk(22).verdict());
    }

    @Test
    void nothingAskedForIsNothingWrong() {
        assertEquals(0, run(), err.toString());
        assertTrue(out.toString().contains("memory"), out.toString());
    }

    @Test
    void aPortOfSomebodyElseAndAZooKeeperThatIsNotThereAreWrong() throws IOException {
        try (ServerSocket taken = new ServerSocket(0)) {
            int port = taken.getLocalPort();
            String here = "127.0.0.1:" + port;

            assertEquals(1, run("--port", String.valueOf(port)), out.toString());
            assertEquals(0, run("--zookeeper", here), out.toString());
        }
        int free;
        try (ServerSocket once = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            free = once.getLocalPort();
        }
        assertEquals(0, run("--port", String.valueOf(free)), out.toString());
        assertEquals(1, run("--zookeeper", "127.0.0.1:" + free), out.toString());
        assertTrue(out.toString().contains("start it, or correct the address"), out.toString());
    }

    @Test
    void rdmaAtAnAddressWithoutADeviceIsWrong() {
        assertEquals(1, run("--fabric", "rdma://127.0.0.1:0"), out.toString());
        assertTrue(out.toString().contains("WRONG RDMA "), out.toString());
        assertEquals(2, run("--fabric", "tcp://127.0.0.1:0"));
    }
}
