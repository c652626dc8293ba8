package io.pragh.mutant;

import java.util.ArrayList;
import java.util.List;

/**
 * One slip. Immutable.
 *
 * @param name what would be wrong, in words joined by hyphens
 * @param file the source file, from the root of the repository
 * @param before adjacent lines of it, without their indentation
 * @param after what stands in their place
 * @param tests classes, or {@code class#method}, that have to notice
 */
record Mutant(String name, String file, List<String> before, List<String> after, List<String> tests) {
    /** Index of the line where {@link #before} begins; -1 unless it is there exactly once. */
    int lineIn(List<String> source) {
        List<String> bare = source.stream().map(String::strip).toList();
        int found = -1;
        for (int line = 0; line + before.size() <= bare.size(); line++) {
            if (bare.subList(line, line + before.size()).equals(before)) {
                if (found >= 0) {
                    return -1;
                }
                found = line;
            }
        }
        return found;
    }

    /** The source with the slip in it. */
    List<String> applyTo(List<String> source) {
        int line = lineIn(source);
        if (line < 0) {
            throw new IllegalStateException(misfit());
        }
        List<String> changed = new ArrayList<>(source.subList(0, line));
        changed.addAll(after);
        changed.addAll(source.subList(line + before.size(), source.size()));
        return changed;
    }

    /** What is said when it cannot be made any more. */
    String misfit() {
        return "a mutant's lines must occur exactly once in its file; correct or delete it: mutant=" + name + " file="
                + file + " lines=" + before;
    }
}
