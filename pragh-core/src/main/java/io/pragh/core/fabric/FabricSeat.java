package io.pragh.core.fabric;

import io.pragh.core.base.PraghException;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A node's place in a fabric that leaves the process. Immutable.
 *
 * @param cluster name of the cluster; nodes of different clusters refuse each other
 * @param node the member's number, never used again once it has left
 * @param epoch tells lives of one number apart, should a number ever come back: a later life has a greater one, and who meets it
 *     refuses the earlier ones from then on
 * @param address scheme, colon, and what the scheme makes of the rest: where to listen, or which folder to use
 * @param settings by name; what there is, the provider's class says
 */
public record FabricSeat(String cluster, int node, long epoch, String address, Map<String, String> settings) {
    /** Refuses what no fabric can work with. */
    public FabricSeat {
        if (cluster.isEmpty() || cluster.length() > 100) {
            throw new PraghException("a cluster has a name of 1 to 100 characters: cluster=" + cluster);
        }
        if (node < 0 || epoch < 0) {
            throw new PraghException(
                    "a member has a number and an epoch of at least zero: node=" + node + " epoch=" + epoch);
        }
        if (address.indexOf(':') <= 0) {
            throw new PraghException("a fabric's address starts with a scheme and a colon: address=" + address);
        }
        settings = Map.copyOf(settings);
    }

    /** The part of the address before the first colon. */
    public String scheme() {
        return address.substring(0, address.indexOf(':'));
    }

    /** The part of the address after the first colon, without the slashes that it may start with. */
    public String place() {
        String rest = address.substring(address.indexOf(':') + 1);
        return rest.startsWith("//") ? rest.substring(2) : rest;
    }

    /** A setting, or null. */
    public @Nullable String setting(String name) {
        return settings.get(name);
    }

    /** A number among the settings, in its range, or the default. */
    public long number(String name, long byDefault, long min, long max) {
        String text = settings.get(name);
        if (text == null) {
            return byDefault;
        }
        try {
            long value = Long.parseLong(text.trim());
            if (value >= min && value <= max) {
                return value;
            }
        } catch (NumberFormatException notANumber) {
            throw new PraghException("a setting of the fabric is no number: " + name + "=" + text, notANumber);
        }
        throw new PraghException(
                "a setting of the fabric is out of its range: " + name + "=" + text + " min=" + min + " max=" + max);
    }

    /** Refuses settings that nobody reads: they are misspelt. */
    public void allow(Set<String> names) {
        for (String name : settings.keySet()) {
            if (!names.contains(name)) {
                throw new PraghException("the fabric has no such setting: setting=" + name + " known="
                        + names.stream().sorted().toList());
            }
        }
    }
}
