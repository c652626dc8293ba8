package io.pragh.mutant;

import java.util.ArrayList;
import java.util.List;

/**
 * A change of adjacent lines of one source file. Immutable.
 *
 * @param file the source file, from the root of the repository
 * @param before the lines, without their indentation
 * @param after the lines in their place
 */
record Patch(String file, List<String> before, List<String> after) {
    /** Whether the lines occur exactly once. */
    boolean fits(List<String> source) {
        return lineIn(source) >= 0;
    }

    private int lineIn(List<String> source) {
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
        return before.isEmpty() ? -1 : found;
    }

    /** The source with the change in it; throws when the change does not fit. */
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

    /** The message for a change that no longer fits. */
    String misfit() {
        return "the lines must occur exactly once in their file: file=" + file + " lines=" + before;
    }
}
