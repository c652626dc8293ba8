package io.pragh.benchmarks.ldbc;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

/**
 * Converts the benchmark's CSV files, in the layout that it calls CsvComposite, to files for
 * {@link io.pragh.tinkerpop.load.GraphFiles}: the same fields under headers with types. One thread.
 */
// person_knows_person_0_0.csv are edges with the label knows, person_0_0.csv are vertices. A number is used once for
// each kind of vertex, and posts and comments share theirs: 933 of a person becomes person:933, and of either message
// message:933. Where messages themselves are missing, the file of their creators still names them.
final class SnbFiles {
    /** Separator of the fields in both formats. */
    static final char DELIMITER = '|';

    private static final Pattern NAME = Pattern.compile("(?:.*/)?([a-zA-Z]+(?:_[a-zA-Z]+_[a-zA-Z]+)?)_\\d+_\\d+\\.csv");
    private static final Pattern SEPARATOR = Pattern.compile(Pattern.quote(String.valueOf(DELIMITER)));
    private static final List<String> MESSAGES = List.of("post", "comment");

    /** Types of fields that are not text, if they are the same in all files. */
    private static final Map<String, String> TYPES = Map.of(
            "creationDate", "long",
            "birthday", "long",
            "joinDate", "long",
            "length", "int",
            "classYear", "int",
            "workFrom", "int",
            "email", "string[]");

    private final Path folder;
    private final Map<String, Path> written = new TreeMap<>();
    /** For both kinds of message, a file with nothing but identifiers. */
    private final Map<String, Path> created = new TreeMap<>();

    private SnbFiles(Path folder) {
        this.folder = folder;
    }

    /**
     * Writes the converted files into a folder.
     *
     * @param source a folder with the files, plain or gzip, or a {@code .tar.gz} of it
     * @throws IOException if one cannot be read or written, or there is none
     */
    static List<Path> write(Path source, Path folder) throws IOException {
        SnbFiles files = new SnbFiles(folder);
        if (Files.isDirectory(source)) {
            files.readFolder(source);
        } else {
            files.readArchive(source);
        }
        return files.all(source);
    }

    private void readFolder(Path source) throws IOException {
        List<Path> found;
        try (Stream<Path> walk = Files.walk(source)) {
            found = walk.filter(Files::isRegularFile).sorted().toList();
        }
        for (Path file : found) {
            String name = file.getFileName().toString();
            boolean packed = name.endsWith(".gz");
            try (InputStream plain = Files.newInputStream(file);
                    InputStream in = packed ? new GZIPInputStream(plain) : plain) {
                read(packed ? name.substring(0, name.length() - 3) : name, in);
            }
        }
    }

    private void readArchive(Path source) throws IOException {
        try (InputStream in = new GZIPInputStream(Files.newInputStream(source))) {
            TarReader tar = new TarReader(in);
            while (tar.next()) {
                read(tar.name(), tar.content());
            }
        }
    }

    private List<Path> all(Path source) throws IOException {
        created.forEach(written::putIfAbsent);
        if (!written.containsKey("person")) {
            throw new IOException(
                    "no social network is there: expected=person_0_0.csv and others of CsvComposite, plain or gzip,"
                            + " in a folder or a .tar.gz source=" + source);
        }
        return new ArrayList<>(written.values());
    }

    private void read(String file, InputStream in) throws IOException {
        Matcher matcher = NAME.matcher(file);
        if (!matcher.matches()) {
            return; // the driver's parameters and updates are beside the graph
        }
        String name = matcher.group(1);
        String[] parts = name.split("_", -1);
        BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
        String header = lines.readLine();
        if (header == null) {
            throw new IOException("a file is empty: expected=a line that names the columns file=" + file);
        }
        Path target = folder.resolve(name + ".csv");
        if (parts.length == 1) {
            copy(lines, vertexHeader(parts[0], header), parts[0], target);
            written.put(name, target);
        } else if (parts[1].equals("hasCreator")) {
            Path vertices = folder.resolve(parts[0] + "_created.csv");
            copyCreated(lines, edgeHeader(parts, header), parts, target, vertices);
            written.put(name, target);
            created.put(parts[0], vertices);
        } else {
            copy(lines, edgeHeader(parts, header), parts[1], target);
            written.put(name, target);
        }
    }

    private static String vertexHeader(String kind, String header) {
        StringBuilder columns = new StringBuilder("id:ID(" + group(kind) + ")");
        for (String column : header.substring(header.indexOf(DELIMITER) + 1).split("\\|", -1)) {
            String type = kind.equals("person") && column.equals("language") ? "string[]" : type(column);
            columns.append(DELIMITER).append(column).append(':').append(type);
        }
        return columns.append(DELIMITER).append(":LABEL").toString();
    }

    private static String edgeHeader(String[] parts, String header) {
        StringBuilder columns =
                new StringBuilder(":START_ID(" + group(parts[0]) + ")|:END_ID(" + group(parts[2]) + ")");
        String[] names = header.split("\\|", -1);
        for (int i = 2; i < names.length; i++) {
            columns.append(DELIMITER).append(names[i]).append(':').append(type(names[i]));
        }
        return columns.append(DELIMITER).append(":TYPE").toString();
    }

    private static String type(String column) {
        return TYPES.getOrDefault(column, "string");
    }

    private static String group(String kind) {
        return MESSAGES.contains(kind) ? "message" : kind;
    }

    private static void copy(BufferedReader lines, String header, String label, Path target) throws IOException {
        try (BufferedWriter out = Files.newBufferedWriter(target)) {
            out.write(header + "\n");
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                out.write(quoted(line) + DELIMITER + label + "\n");
            }
        }
    }

    /** Copies edges from messages to their creators, and their sources as vertices. */
    private static void copyCreated(BufferedReader lines, String header, String[] parts, Path target, Path vertices)
            throws IOException {
        try (BufferedWriter out = Files.newBufferedWriter(target);
                BufferedWriter ids = Files.newBufferedWriter(vertices)) {
            out.write(header + "\n");
            ids.write("id:ID(" + group(parts[0]) + ")|:LABEL\n");
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                out.write(line + DELIMITER + parts[1] + "\n");
                ids.write(line.substring(0, line.indexOf(DELIMITER) + 1) + parts[0] + "\n");
            }
        }
    }

    /** The benchmark's files use quotes as plain characters; in the converted files they have a meaning. */
    private static String quoted(String line) {
        if (line.indexOf('"') < 0) {
            return line;
        }
        List<String> fields = new ArrayList<>();
        for (String field : SEPARATOR.split(line, -1)) {
            fields.add(field.indexOf('"') < 0 ? field : '"' + field.replace("\"", "\"\"") + '"');
        }
        return String.join(String.valueOf(DELIMITER), fields);
    }
}
