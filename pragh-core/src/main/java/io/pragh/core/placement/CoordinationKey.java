package io.pragh.core.placement;

import io.pragh.core.base.PraghException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * What shows the coordination service that a process is one of the cluster's: derived from a secret that all members share, or nothing.
 * Immutable.
 */
// The service is told this key on every connection, and so is whoever pretends to be the service. It is derived, so
// that it opens nothing but what the service keeps: the secret itself lets a node into the fabric.
public final class CoordinationKey {
    /** A cluster that leaves what it keeps at the service open to whoever reaches it. */
    public static final CoordinationKey NONE = new CoordinationKey("");

    /** The fewest bytes of a secret, as for the fabric. */
    public static final int SECRET_BYTES_MIN = 16;

    private static final String ALGORITHM = "HmacSHA256";
    private static final byte[] LABEL = "pragh coordination".getBytes(StandardCharsets.UTF_8);

    private final String password;

    private CoordinationKey(String password) {
        this.password = password;
    }

    /** The key of a cluster whose members share this secret; blanks around it do not count. */
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

    /** Whether there is none. */
    public boolean isNone() {
        return password.isEmpty();
    }

    /** What the service is told: letters and digits; empty when there is no key. */
    public String password() {
        return password;
    }

    /** Tells nothing: keys are not for logs. */
    @Override
    public String toString() {
        return isNone() ? "no key" : "a key";
    }
}
