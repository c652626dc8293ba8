package io.pragh.core.property.bulk;

import io.pragh.core.api.TransactionSource;
import io.pragh.core.base.PraghException;
import io.pragh.core.property.catalogue.NameCatalogue;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Maps names to numbers during a load. New names are assumed to get the next numbers, but are stored only when all
 * elements were checked: a load that is refused leaves no name. One thread.
 */
final class ExpectedNames {
    private final NameCatalogue all;
    private final TransactionSource source;
    private final Map<String, Integer> expected = new LinkedHashMap<>();
    private int next;

    ExpectedNames(NameCatalogue all, TransactionSource source) {
        this.all = all;
        this.source = source;
    }

    /** The number that a name has or is assumed to get; 0 if it has none and is new. */
    int known(String name) {
        Integer known = expected.get(name);
        return known == null ? all.find(name, source) : known;
    }

    /** The number that a name has or is assumed to get. */
    int number(String name) {
        Integer known = expected.get(name);
        if (known != null) {
            return known;
        }
        int number = all.find(name, source);
        if (number != 0) {
            return number;
        }
        next = Math.max(next, all.next());
        all.check(name, next);
        expected.put(name, next);
        return next++;
    }

    /**
     * Stores the new names.
     *
     * @throws PraghException when another thread has taken one of their numbers; no element was stored
     */
    void take() {
        expected.forEach((name, number) -> {
            int taken = all.number(name, source);
            if (taken != number) {
                throw new PraghException(
                        "somebody else has given names to labels or keys while a load was gathered; nothing was stored; load again:"
                                + " name=" + name + " number=" + taken + " expected=" + number);
            }
        });
    }
}
