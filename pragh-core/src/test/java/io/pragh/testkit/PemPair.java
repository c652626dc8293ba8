package io.pragh.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;
import java.util.List;

/** A self-signed certificate for the loopback address and its key as PEM files, made by the JDK's keytool. Immutable. */
public record PemPair(Path certificate, Path privateKey) {
    private static final String PASSWORD = "changeit";

    /** Makes the files {@code name.pem} and {@code name.key}, with a key of this algorithm. */
    public static PemPair make(Path folder, String name, String algorithm)
            throws IOException, GeneralSecurityException, InterruptedException {
        Path store = folder.resolve(name + ".p12");
        String keytool =
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
        List<String> command = List.of(
                keytool,
                "-genkeypair",
                "-alias",
                name,
                "-keyalg",
                algorithm,
                "-dname",
                "CN=localhost",
                "-ext",
                "san=ip:127.0.0.1,dns:localhost",
                "-validity",
                "2",
                "-storetype",
                "PKCS12",
                "-keystore",
                store.toString(),
                "-storepass",
                PASSWORD);
        Process made = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(made.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (made.waitFor() != 0) {
            throw new IOException(said);
        }
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            keys.load(in, PASSWORD.toCharArray());
        }
        return new PemPair(
                write(
                        folder.resolve(name + ".pem"),
                        "CERTIFICATE",
                        keys.getCertificate(name).getEncoded()),
                write(
                        folder.resolve(name + ".key"),
                        "PRIVATE KEY",
                        keys.getKey(name, PASSWORD.toCharArray()).getEncoded()));
    }

    private static Path write(Path file, String what, byte[] bytes) throws IOException {
        String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(bytes);
        return Files.writeString(file, "-----BEGIN " + what + "-----\n" + text + "\n-----END " + what + "-----\n");
    }
}
