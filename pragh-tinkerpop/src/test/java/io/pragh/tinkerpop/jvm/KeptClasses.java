package io.pragh.tinkerpop.jvm;

import io.pragh.testkit.ChildJvm;
import java.io.BufferedOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.apache.commons.io.FileUtils;

/**
 * The classes of this build as a JVM has them after loading (JEP 350), made by a {@link Rehearsal}. The JVM keeps those
 * of jars alone, so the folders of classes are put into some. Kept in the module's {@code target} folder until a class
 * changes. Immutable.
 */
final class KeptClasses {
    private static final Path ALL = Path.of("target", "kept-classes").toAbsolutePath();
    private static final String ARCHIVE = "classes.jsa";
    private static final int REHEARSAL_MINUTES = 2;

    private final Path folder;
    private final String classPath;

    private KeptClasses(Path folder, String classPath) {
        this.folder = folder;
        this.classPath = classPath;
    }

    /** Loaded when it is first asked for. */
    private static final class Holder {
        private static final Optional<KeptClasses> CLASSES = make();
    }

    /** Empty, after a line on standard error, where this JDK does not keep classes. */
    static Optional<KeptClasses> ofThisBuild() {
        return Holder.CLASSES;
    }

    /** The class path to use them with. */
    String classPath() {
        return classPath;
    }

    /** The flags of a JVM that uses them; one that they do not suit leaves them aside. */
    List<String> flags() {
        return List.of("-XX:SharedArchiveFile=" + folder.resolve(ARCHIVE), "-Xlog:cds*=off");
    }

    /** One JVM at a time; another one of the same build waits for it, and finds what it has made. */
    private static Optional<KeptClasses> make() {
        try {
            Files.createDirectories(ALL);
            try (FileChannel lock =
                            FileChannel.open(ALL.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                    FileLock held = lock.lock()) {
                assert held.isValid();
                return Optional.of(find());
            }
        } catch (IOException failed) {
            System.err.println("the tests' processes load their classes one by one: " + failed.getMessage());
            return Optional.empty();
        }
    }

    private static KeptClasses find() throws IOException {
        List<Path> entries = Pattern.compile(File.pathSeparator, Pattern.LITERAL)
                .splitAsStream(System.getProperty("java.class.path"))
                .map(entry -> Path.of(entry).toAbsolutePath())
                .filter(Files::exists)
                .toList();
        Path folder = ALL.resolve(nameOf(entries));
        String classPath = IntStream.range(0, entries.size())
                .mapToObj(i -> Files.isDirectory(entries.get(i)) ? folder.resolve(i + ".jar") : entries.get(i))
                .map(Path::toString)
                .collect(Collectors.joining(File.pathSeparator));
        KeptClasses classes = new KeptClasses(folder, classPath);
        if (!Files.exists(folder.resolve(ARCHIVE))) {
            removeFormer(folder);
            for (int i = 0; i < entries.size(); i++) {
                if (Files.isDirectory(entries.get(i))) {
                    pack(entries.get(i), folder.resolve(i + ".jar"));
                }
            }
            classes.rehearse();
        }
        return classes;
    }

    /** The JDK, and a digest of what is on the class path: another one as soon as a file of a folder has changed. */
    private static String nameOf(List<Path> entries) throws IOException {
        StringBuilder all = new StringBuilder();
        for (Path entry : entries) {
            all.append(entry).append('\n');
            if (Files.isDirectory(entry)) {
                for (Path file : filesOf(entry)) {
                    all.append(file)
                            .append(' ')
                            .append(Files.size(file))
                            .append(' ')
                            .append(Files.getLastModifiedTime(file))
                            .append('\n');
                }
            }
        }
        UUID digest = UUID.nameUUIDFromBytes(all.toString().getBytes(StandardCharsets.UTF_8));
        return "jdk-" + Runtime.version() + "-" + digest;
    }

    private static List<Path> filesOf(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile).sorted().toList();
        }
    }

    /** Empties the folder, and removes what the same JDK had before. A process that uses that has it open. */
    private static void removeFormer(Path folder) throws IOException {
        try (Stream<Path> all = Files.list(ALL)) {
            String ofThisJdk = "jdk-" + Runtime.version() + "-";
            for (Path former : all.filter(one -> one.getFileName().toString().startsWith(ofThisJdk))
                    .toList()) {
                FileUtils.deleteDirectory(former.toFile());
            }
        }
        Files.createDirectories(folder);
    }

    private static void pack(Path classes, Path jar) throws IOException {
        try (ZipOutputStream packed = new ZipOutputStream(new BufferedOutputStream(Files.newOutputStream(jar)))) {
            packed.setLevel(Deflater.NO_COMPRESSION);
            for (Path file : filesOf(classes)) {
                packed.putNextEntry(
                        new ZipEntry(classes.relativize(file).toString().replace(File.separatorChar, '/')));
                Files.copy(file, packed);
            }
        }
    }

    private void rehearse() throws IOException {
        Path archive = folder.resolve(ARCHIVE + ".new");
        Path said = folder.resolve("rehearsal.log");
        List<String> flags = List.of(ChildJvm.BRIEF, "-Xlog:disable", "-XX:ArchiveClassesAtExit=" + archive);
        Process process = new ProcessBuilder(ChildJvm.command(
                        flags,
                        classPath,
                        Rehearsal.class,
                        folder.resolve("rehearsal").toString()))
                .redirectErrorStream(true)
                .redirectOutput(said.toFile())
                .start();
        try {
            if (!process.waitFor(REHEARSAL_MINUTES, TimeUnit.MINUTES) || process.exitValue() != 0) {
                throw new IOException("their rehearsal failed, see " + said);
            }
        } catch (InterruptedException told) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted during their rehearsal");
        } finally {
            process.destroyForcibly();
        }
        if (!Files.exists(archive)) {
            throw new IOException("this JDK does not keep any: " + Runtime.version());
        }
        Files.move(archive, folder.resolve(ARCHIVE), StandardCopyOption.ATOMIC_MOVE);
    }
}
