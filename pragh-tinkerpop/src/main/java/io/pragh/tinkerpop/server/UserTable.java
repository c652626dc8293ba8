package io.pragh.tinkerpop.server;

import io.pragh.core.base.PraghException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.mindrot.jbcrypt.BCrypt;

/** Names and passwords: {@code name:password} per line, the password in plain or as {@code htpasswd -B} hashes it. Immutable. */
public final class UserTable {
    private static final Pattern HASH = Pattern.compile("\\$2[aby]\\$\\d\\d\\$[./A-Za-z0-9]{53}");
    /** Of no password: an unknown name costs as much time as a wrong password. */
    private static final String NOBODY = "$2a$10$abcdefghijklmnopqrstuu5s0sPsVmVhDCeHzPxFDO5nT0u0IhVbK";

    private final Map<String, String> passwords;

    private UserTable(Map<String, String> passwords) {
        this.passwords = passwords;
    }

    /**
     * Reads a file; empty lines and those that start with {@code #} say nothing.
     *
     * @throws PraghException that names the line, but not what is in it
     */
    public static UserTable read(Path file) {
        List<String> lines;
        try {
            lines = Files.readAllLines(file, StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            throw new PraghException("cannot read the users: file=" + file, unreadable);
        }
        Map<String, String> passwords = new HashMap<>();
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).strip();
            if (line.isEmpty() || line.startsWith("#")) {
                continue;
            }
            int colon = line.indexOf(':');
            if (colon <= 0 || colon == line.length() - 1) {
                throw new PraghException("a user is written name:password: file=" + file + " line=" + (i + 1));
            }
            String password = line.substring(colon + 1);
            if (password.startsWith("$2") && !HASH.matcher(password).matches()) {
                throw new PraghException("the hash of a password is cut or damaged: file=" + file + " line=" + (i + 1));
            }
            if (passwords.put(line.substring(0, colon), password) != null) {
                throw new PraghException("a user is there twice: file=" + file + " line=" + (i + 1));
            }
        }
        if (passwords.isEmpty()) {
            throw new PraghException("no user at all, so nobody could come in: file=" + file);
        }
        return new UserTable(passwords);
    }

    /** How many users there are. */
    public int size() {
        return passwords.size();
    }

    /** Whether this is the user's password. */
    boolean accepts(String name, String password) {
        String known = passwords.get(name);
        if (known == null) {
            BCrypt.checkpw(password, NOBODY);
            return false;
        }
        if (HASH.matcher(known).matches()) {
            // The letter after the 2 tells which program's mistakes the hash is free of; the algorithm is the same.
            return BCrypt.checkpw(password, "$2a" + known.substring(3));
        }
        return MessageDigest.isEqual(known.getBytes(StandardCharsets.UTF_8), password.getBytes(StandardCharsets.UTF_8));
    }
}
