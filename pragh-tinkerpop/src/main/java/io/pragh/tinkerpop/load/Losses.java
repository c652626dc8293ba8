package io.pragh.tinkerpop.load;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Records data that a format cannot represent: the first loss ends the export, or, if the user allows it, losses are
 * reported at the end. One thread.
 */
final class Losses {
    private final boolean allowed;
    private final Map<String, Long> counts = new LinkedHashMap<>();

    Losses(boolean allowed) {
        this.allowed = allowed;
    }

    /**
     * Records a loss.
     *
     * @param what a sentence that is the same for all losses of a kind
     * @param where the place, as {@code name=value}
     * @throws MalformedLine unless losses are allowed
     */
    void lose(String what, String where) {
        if (!allowed) {
            throw new MalformedLine(what + ": " + where + "; GraphSON and Gryo hold more, --drop leaves it out");
        }
        counts.merge(what, 1L, Long::sum);
    }

    /** Descriptions of the losses, with their counts. */
    List<String> told() {
        List<String> told = new ArrayList<>();
        counts.forEach((what, count) -> told.add(what + ": times=" + count));
        return told;
    }
}
