package io.pragh.tinkerpop.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Tables of users for tests. */
final class Passwords {
    private Passwords() {}

    static UserTable table(String... lines) throws IOException {
        Path file = Files.createTempFile("users", "");
        try {
            return UserTable.read(Files.writeString(file, String.join("\n", lines)));
        } finally {
            Files.delete(file);
        }
    }
}
