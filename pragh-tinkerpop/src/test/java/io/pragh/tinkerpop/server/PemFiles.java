package io.pragh.tinkerpop.server;

import io.pragh.tinkerpop.server.ServerConfig.TlsFiles;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;

/** A self-signed certificate for the loopback address, made by the JDK's keytool. */
final class PemFiles {
    private static final String PASSWORD = "changeit";

    private PemFiles() {}

    static TlsFiles make(Path folder) throws IOException, GeneralSecurityException, InterruptedException {
        return make(folder, "EC");
    }

    /** Makes files with a key of this algorithm. */
    static TlsFiles make(Path folder, String algorithm)
            throws IOException, GeneralSecurityException, InterruptedException {
        Path store = folder.resolve("store.p12");
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-alias",
                        "pragh",
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
                        PASSWORD)
                .redirectErrorStream(true)
                .start();
        String said = new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (keytool.waitFor() != 0) {
            throw new IOException(said);
        }
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            keys.load(in, PASSWORD.toCharArray());
        }
        return new TlsFiles(
                write(
                        folder.resolve("cert.pem"),
                        "CERTIFICATE",
                        keys.getCertificate("pragh").getEncoded()),
                write(
                        folder.resolve("key.pem"),
                        "PRIVATE KEY",
                        keys.getKey("pragh", PASSWORD.toCharArray()).getEncoded()));
    }

    private static Path write(Path file, String what, byte[] bytes) throws IOException {
        String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(bytes);
        return Files.writeString(file, "-----BEGIN " + what + "-----\n" + text + "\n-----END " + what + "-----\n");
    }
}
