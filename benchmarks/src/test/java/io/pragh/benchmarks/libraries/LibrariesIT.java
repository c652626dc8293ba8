package io.pragh.benchmarks.libraries;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Checks that every library of the processes of bin/pragh is listed in libraries.txt, which a person has reviewed,
 * and that none is older than listed.
 */
class LibrariesIT {
    private static final Pattern JAR = Pattern.compile("(.+?)-(\\d+(?:\\.\\w+)*)(?:-.*)?\\.jar");
    private static final Pattern NUMBER = Pattern.compile("\\d+");

    /** Libraries by name, with the oldest version that is allowed. */
    private static Map<String, String> listed() throws IOException {
        Map<String, String> listed = new TreeMap<>();
        try (InputStream in = LibrariesIT.class.getResourceAsStream("libraries.txt")) {
            for (String line : new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .map(line -> line.replaceFirst("#.*", "").strip())
                    .filter(line -> !line.isEmpty())
                    .toList()) {
                List<String> words = Arrays.asList(line.split("\\s+", -1));
                assertEquals(2, words.size(), line);
                assertEquals(null, listed.put(words.get(0), words.get(1)), line);
            }
        }
        return listed;
    }

    /** The fault of a jar; empty if it has none. */
    private static String fault(String jar, Map<String, String> listed) {
        Matcher name = JAR.matcher(jar);
        if (!name.matches()) {
            return jar + ": has no version";
        }
        String least = listed.get(name.group(1));
        if (least == null) {
            return jar + ": is in no line of libraries.txt; look for advisories, and add it, or exclude it";
        }
        return compare(name.group(2), least) < 0 ? jar + ": is older than " + least + ", see libraries.txt" : "";
    }

    private static int compare(String version, String other) {
        return Arrays.compare(numbers(version), numbers(other));
    }

    private static int[] numbers(String version) {
        return NUMBER.matcher(version)
                .results()
                .mapToInt(number -> Integer.parseInt(number.group()))
                .toArray();
    }

    @ParameterizedTest
    @ValueSource(strings = {"benchmarks", "pragh-console"})
    void everyLibraryIsListedAndNoneIsOlder(String module) throws IOException {
        Map<String, String> listed = listed();
        List<String> faults = new ArrayList<>();
        try (Stream<Path> jars = Files.list(Path.of("..", module, "target", "lib"))) {
            List<String> names = jars.map(jar -> jar.getFileName().toString())
                    .filter(jar -> !jar.startsWith("pragh-"))
                    .sorted()
                    .toList();
            assertTrue(names.size() > 20, names::toString);
            names.stream()
                    .map(jar -> fault(jar, listed))
                    .filter(fault -> !fault.isEmpty())
                    .forEach(faults::add);
        }
        assertEquals(
                List.of(), faults, "after a version was changed, ./mvnw clean takes away what a former build has left");
    }

    @ParameterizedTest
    @CsvSource({
        "commons-beanutils-1.9.4.jar, is older than 1.11.0",
        "logback-core-1.5.18.jar, is older than",
        "netty-codec-http3-4.2.17.Final.jar, is in no line",
        "commons-beanutils2-2.0.0.jar, is in no line",
        "commons-beanutils.jar, has no version",
        "commons-beanutils-1.11.0.jar, ''",
        "netty-transport-native-epoll-4.2.99.Final-linux-x86_64.jar, ''"
    })
    void whatIsOlderOrUnknownIsSaid(String jar, String fault) throws IOException {
        String told = fault(jar, listed());
        assertTrue(fault.isEmpty() ? told.isEmpty() : told.contains(fault), told);
    }

    @Test
    void versionsAreComparedByNumbers() {
        assertTrue(compare("1.10.0", "1.9.4") > 0 && compare("1.5.9", "1.5.38") < 0 && compare("33.0", "33.0.1") < 0);
    }
}
