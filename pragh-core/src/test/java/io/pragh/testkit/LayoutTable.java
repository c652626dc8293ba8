package io.pragh.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The grants and doors of architecture.txt: which package may use which, and which facilities only some packages may
 * use. Immutable.
 *
 * @param grants for every package with a row, the packages that it may use
 * @param doors the facilities that are closed to most packages
 */
public record LayoutTable(Map<String, Set<String>> grants, List<Door> doors) {

    private static final String RESOURCE = "/io/pragh/testkit/architecture.txt";
    private static final Pattern ROW = Pattern.compile("(?<left>\\S+)(?: in (?<scope>\\S+))? <-(?<right>(?: \\S+)*)");

    /**
     * A facility that only some packages may use.
     *
     * @param target a package, a class, a Class#method, or a Class#method(parameters)
     * @param scope where the door is watched; everywhere if "..", "a.." for a and its subpackages
     * @param keepers the packages that may use it
     */
    public record Door(String target, String scope, List<String> keepers) {

        /** Whether a package must not use the target. */
        public boolean isClosedTo(String name) {
            return covers(scope, name) && keepers.stream().noneMatch(keeper -> covers(keeper, name));
        }

        /** Whether this door is about a call, not about a type. */
        public boolean isAboutCalls() {
            return target.indexOf('#') >= 0;
        }

        private static boolean covers(String pattern, String name) {
            if (!pattern.endsWith("..")) {
                return pattern.equals(name);
            }
            String root = pattern.substring(0, pattern.length() - 2);
            return root.isEmpty() || name.equals(root) || name.startsWith(root + ".");
        }
    }

    /** Loads the table that is shipped with the test kit. */
    public static LayoutTable load() {
        try (InputStream stream = Objects.requireNonNull(LayoutTable.class.getResourceAsStream(RESOURCE), RESOURCE)) {
            return parse(new String(stream.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException("architecture.txt cannot be read", e);
        }
    }

    /** Parses a table; one that contradicts itself is refused. */
    static LayoutTable parse(String text) {
        Map<String, Set<String>> grants = new LinkedHashMap<>();
        List<Door> doors = new ArrayList<>();
        String section = "";
        for (String line : text.lines().toList()) {
            if (line.isBlank() || line.startsWith("#")) {
                continue;
            }
            if (line.startsWith("[")) {
                section = line;
                continue;
            }
            Matcher row = ROW.matcher(line);
            require(row.matches(), "not a row: " + line);
            String left = row.group("left");
            List<String> right = words(row.group("right"));
            if (section.equals("[packages]")) {
                require(grants.put(left, new LinkedHashSet<>(right)) == null, "two rows for " + left);
            } else {
                require(section.equals("[doors]"), "a row outside of its section: " + line);
                doors.add(new Door(left, Optional.ofNullable(row.group("scope")).orElse(".."), right));
            }
        }
        LayoutTable table = new LayoutTable(grants, doors);
        table.check();
        return table;
    }

    private void check() {
        grants.forEach((name, granted) -> granted.forEach(
                other -> require(grants.containsKey(other), name + " is granted " + other + ", which has no row")));
        Set<String> clean = new LinkedHashSet<>();
        grants.keySet().forEach(name -> refuseCycle(name, new LinkedHashSet<>(), clean));
    }

    private void refuseCycle(String name, Set<String> path, Set<String> clean) {
        if (clean.contains(name)) {
            return;
        }
        require(path.add(name), "the rows form a cycle: " + String.join(" -> ", path) + " -> " + name);
        grants.getOrDefault(name, Set.of()).forEach(next -> refuseCycle(next, path, clean));
        path.remove(name);
        clean.add(name);
    }

    private static List<String> words(String text) {
        return text.isBlank() ? List.of() : Arrays.asList(text.trim().split(" ", -1));
    }

    private static void require(boolean holds, String message) {
        if (!holds) {
            throw new IllegalArgumentException("architecture.txt: " + message);
        }
    }
}
