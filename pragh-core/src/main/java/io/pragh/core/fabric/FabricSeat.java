package io.pragh.core.fabric;

import io.pragh.core.base.PraghException;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A node's place in a fabric that extends beyond the process. Immutable.
 *
 * @param cluster name of the cluster; nodes of different clusters refuse each other
 * @param node the member's number, never used again once it has left
 * @param epoch distinguishes lives of one number, should a number ever come back: a later life has a greater epoch,
 *     and a node that meets it refuses the earlier ones from then on
 * @param address scheme, colon, and a rest that the scheme defines: where to listen, or which folder to use
 * @param settings settings by name; the provider's class documents the names
 */
public record FabricSeat(String cluster, int node, long epoch, String address, Map<String, String> settings) {
    /** Refuses parts that no fabric accepts. */
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

    /** A number among the settings, checked against its range, or the default. */
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

    /** Refuses settings with any other name: they are probably misspelt. */
    public void allow(Set<String> names) {
        for (String name : settings.keySet()) {
            if (!names.contains(name)) {
                throw new PraghException("the fabric has no such setting: setting=" + name + " known="
                        + names.stream().sorted().toList());
            }
        }
    }
}
