package io.pragh.core.placement;

import io.pragh.core.base.PraghException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * A key that proves to the coordination service that a process belongs to the cluster: derived from a secret that all
 * members share, or none. Immutable.
 */
// The key is sent to the service on every connection, and so also to an impostor of the service. It is derived, so
// that it gives access only to the data at the service, whereas the secret itself admits a node to the fabric.
public final class CoordinationKey {
    /** No key: the cluster's data at the service is open to any process that reaches it. */
    public static final CoordinationKey NONE = new CoordinationKey("");

    /** The fewest bytes of a secret, as for the fabric. */
    public static final int SECRET_BYTES_MIN = 16;

    private static final String ALGORITHM = "HmacSHA256";
    private static final byte[] LABEL = "pragh coordination".getBytes(StandardCharsets.UTF_8);

    private final String password;

    private CoordinationKey(String password) {
        this.password = password;
    }

    /** The key of a cluster whose members share this secret; leading and trailing blanks do not count. */
    public static CoordinationKey ofSecret(String secret) {
        byte[] bytes = secret.strip().getBytes(StandardCharsets.UTF_8);
        if (bytes.length < SECRET_BYTES_MIN) {
            throw new PraghException(
                    "the secret is too short: bytes=" + bytes.length + " bytesMin=" + SECRET_BYTES_MIN);
        }
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(bytes, ALGORITHM));
            return new CoordinationKey(HexFormat.of().formatHex(mac.doFinal(LABEL)));
        } catch (GeneralSecurityException impossible) {
            throw new PraghException("this JVM has no " + ALGORITHM, impossible);
        }
    }

    /** Whether this is no key. */
    public boolean isNone() {
        return password.isEmpty();
    }

    /** The password for the service: letters and digits; empty when there is no key. */
    public String password() {
        return password;
    }

    /** Reveals nothing, because keys must not be logged. */
    @Override
    public String toString() {
        return isNone() ? "no key" : "a key";
    }
}
