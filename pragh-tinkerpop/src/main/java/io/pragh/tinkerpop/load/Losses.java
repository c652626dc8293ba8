package io.pragh.tinkerpop.load;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a format has no place for: it ends the export, or is left out and told at its end if the user has said so. One thread. */
final class Losses {
    private final boolean allowed;
    private final Map<String, Long> counts = new LinkedHashMap<>();

    Losses(boolean allowed) {
        this.allowed = allowed;
    }

    /**
     * Something is lost.
     *
     * @param what in a sentence that is the same for all that are lost alike
     * @param where that it was met first, as {@code name=value}
     * @throws MalformedLine unless it may be
     */
    void lose(String what, String where) {
        if (!allowed) {
            throw new MalformedLine(what + ": " + where + "; GraphSON and Gryo hold everything, --drop leaves it out");
        }
        counts.merge(what, 1L, Long::sum);
    }

    /** What was left out, and how often. */
    List<String> told() {
        List<String> told = new ArrayList<>();
        counts.forEach((what, count) -> told.add(what + ": times=" + count));
        return told;
    }
}
