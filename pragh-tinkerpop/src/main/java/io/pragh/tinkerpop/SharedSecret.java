package io.pragh.tinkerpop;

import io.pragh.core.base.PraghException;
import io.pragh.core.placement.CoordinationKey;
import io.pragh.tinkerpop.config.NodeOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.apache.commons.configuration2.Configuration;

/** Derives the key to a graph's data at ZooKeeper from the secret that only the cluster's nodes know. Stateless. */
final class SharedSecret {
    private SharedSecret() {}

    /** The key, from a secret of its own, or from the fabric's; none without either. */
    static CoordinationKey key(Configuration configuration) {
        for (NodeOption file : new NodeOption[] {NodeOption.ZOOKEEPER_SECRET_FILE, NodeOption.SECRET_FILE}) {
            if (configuration.containsKey(file.graphKey())) {
                return ofFile(file.graphKey(), configuration.getString(file.graphKey()));
            }
        }
        String text = configuration.getString(NodeOption.SECRET.graphKey(), null);
        return text == null ? CoordinationKey.NONE : of(NodeOption.SECRET.graphKey(), text);
    }

    private static CoordinationKey ofFile(String key, String file) {
        try {
            return of(
                    key + "=" + file,
                    Files.readString(Path.of(file)).lines().findFirst().orElse(""));
        } catch (IOException unreadable) {
            throw new PraghException("the file with the secret cannot be read: " + key + "=" + file, unreadable);
        }
    }

    private static CoordinationKey of(String where, String secret) {
        try {
            return CoordinationKey.ofSecret(secret);
        } catch (PraghException tooShort) {
            throw new PraghException(Objects.requireNonNull(tooShort.getMessage()) + " key=" + where, tooShort);
        }
    }
}
