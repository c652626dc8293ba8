package io.pragh.coordinator.ledger;

import io.pragh.core.base.PraghException;
import io.pragh.core.placement.CoordinationKey;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Proves to bookies, and to their ZooKeeper, that a process may use them: derived from a secret in a file. Immutable.
 */
// What ZooKeeper hears on each connection differs from what bookies and their clients prove to each other to have:
// an impostor of ZooKeeper does not learn that.
final class BookieKey {
    /** Property of BookKeeper's configurations: the file with the secret; empty when there is no key. */
    static final String FILE = "praghSecretFile";

    private static final String ALGORITHM = "HmacSHA256";
    private static final byte[] LABEL = "pragh bookies".getBytes(StandardCharsets.UTF_8);

    private final CoordinationKey coordination;
    private final SecretKeySpec shared;

    private BookieKey(CoordinationKey coordination, SecretKeySpec shared) {
        this.coordination = coordination;
        this.shared = shared;
    }

    /** The key from the secret in the first line of a file. */
    static BookieKey ofFile(String file) {
        try {
            String secret = Files.readString(Path.of(file)).lines().findFirst().orElse("");
            CoordinationKey coordination = CoordinationKey.ofSecret(secret);
            SecretKeySpec own = new SecretKeySpec(secret.strip().getBytes(StandardCharsets.UTF_8), ALGORITHM);
            return new BookieKey(coordination, new SecretKeySpec(mac(own, LABEL), ALGORITHM));
        } catch (IOException unreadable) {
            throw new PraghException(
                    "the file with the bookies' secret cannot be read: secretFile=" + file, unreadable);
        } catch (PraghException tooShort) {
            throw new PraghException(tooShort.getMessage() + " secretFile=" + file, tooShort);
        }
    }

    /** What ZooKeeper is told. */
    CoordinationKey coordination() {
        return coordination;
    }

    /** A proof, bound to these texts, of having the key. */
    byte[] proof(byte[]... texts) {
        return mac(shared, texts);
    }

    private static byte[] mac(SecretKeySpec key, byte[]... texts) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            for (byte[] text : texts) {
                mac.update(text);
            }
            return mac.doFinal();
        } catch (GeneralSecurityException impossible) {
            throw new PraghException("this JVM has no " + ALGORITHM, impossible);
        }
    }
}
