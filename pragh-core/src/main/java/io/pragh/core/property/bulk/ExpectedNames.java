package io.pragh.core.property.bulk;

import io.pragh.core.api.TransactionSource;
import io.pragh.core.base.PraghException;
import io.pragh.core.property.catalogue.NameCatalogue;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Numbers of names, of which new ones get the numbers that are next, but take them only when all that was gathered was checked: a load
 * that is refused leaves no name. One thread.
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

    /** The number that a name has, or is to have; 0 if it has none and was not met. */
    int known(String name) {
        Integer known = expected.get(name);
        return known == null ? all.find(name, source) : known;
    }

    /** The number that a name has, or is to have. */
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
     * New names take their numbers.
     *
     * @throws PraghException when somebody else has taken one of them; no element was stored
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
