package com.example;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.netty.util.Version;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks which libraries come with the one dependency of an application. */
class ClassPathTest {
    @Test
    void nettyIsOfOneVersion() {
        Set<String> versions = new TreeSet<>();
        Version.identify().values().forEach(version -> versions.add(version.artifactVersion()));
        assertEquals(1, versions.size(), versions::toString);
    }

    /** The application brings its own logging, and needs no server and no command line. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "ch.qos.logback.classic.Logger",
                "groovy.lang.GroovyObject",
                "org.apache.ivy.Ivy",
                "org.apache.tinkerpop.gremlin.server.GremlinServer",
                "picocli.CommandLine",
                "me.tongfei.progressbar.ProgressBar"
            })
    void whatAnApplicationDoesNotNeedStaysAway(String name) {
        assertThrows(ClassNotFoundException.class, () -> Class.forName(name));
    }

    @Test
    void everyLibraryIsTheOneThatPraghIsTestedWith() throws Exception {
        String folder = System.getProperty("pragh.tested", "");
        assumeFalse(folder.isEmpty(), "no folder of Pragh's libraries: give -Dpragh.tested");
        Set<String> tested;
        try (Stream<Path> jars = Files.list(Path.of(folder))) {
            tested = jars.map(jar -> jar.getFileName().toString()).collect(Collectors.toSet());
        }
        List<String> here = Arrays.stream(Files.readString(Path.of("target", "class-path.txt")).trim().split(File.pathSeparator))
                .map(jar -> Path.of(jar).getFileName().toString())
                .toList();
        assertTrue(here.size() > 20, here::toString);
        assertEquals(List.of(), here.stream().filter(jar -> !tested.contains(jar)).toList());
    }
}
