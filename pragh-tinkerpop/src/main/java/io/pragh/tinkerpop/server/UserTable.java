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

/**
 * Names and passwords: {@code name:password} per line, the password in plain or as a hash of {@code htpasswd -B}.
 * Immutable.
 */
/*
 * The time of a check reveals nothing: every password is hashed with as many rounds as the costliest entry needs,
 * whether the name exists or not, and whatever its entry looks like. A hash of cost c has 2^c rounds, and so have
 * those of costs c, c+1, … m-1 together with one of cost c that was made before: 2^m.
 */
public final class UserTable {
    private static final Pattern HASH = Pattern.compile("\\$2[aby]\\$\\d\\d\\$[./A-Za-z0-9]{53}");
    /** A hash of no password, without its cost. */
    private static final String NOBODY = "abcdefghijklmnopqrstuu5s0sPsVmVhDCeHzPxFDO5nT0u0IhVbK";
    /** The least cost: plain entries are as slow to guess as hashes of this cost. */
    private static final int COST_MIN = 10;

    /** What the hash function computes; it fails for other costs. */
    private static final int HASH_COST_MIN = 4;

    private static final int HASH_COST_MAX = 30;

    private static final int COST_AT = 4;

    private final Map<String, String> passwords;
    private final Hashing hashing;
    private final int cost;

    /** Compares a password with a hash. */
    @FunctionalInterface
    interface Hashing {
        /** Hashes the password with the salt and cost of the hash, 2 to the power of the cost rounds. */
        boolean matches(String password, String hash);
    }

    private UserTable(Map<String, String> passwords, Hashing hashing) {
        this.passwords = passwords;
        this.hashing = hashing;
        this.cost = passwords.values().stream()
                .filter(UserTable::isHash)
                .mapToInt(UserTable::cost)
                .reduce(COST_MIN, Math::max);
    }

    /**
     * Reads a file; empty lines and those that start with {@code #} are ignored.
     *
     * @throws PraghException that names the line, but not its contents
     */
    public static UserTable read(Path file) {
        return read(file, BCrypt::checkpw);
    }

    /** As {@link #read(Path)}, with another hash function. */
    static UserTable read(Path file, Hashing hashing) {
        List<String> lines;
        try {
            lines = Files.readAllLines(file, StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            throw new PraghException("cannot read the users: file=" + file, unreadable);
        }
        Map<String, String> passwords = new HashMap<>();
        for (int i = 0; i < lines.size(); i++) {
            String line = (i == 0 ? withoutMark(lines.get(0)) : lines.get(i)).strip();
            if (line.isEmpty() || line.startsWith("#")) {
                continue;
            }
            int colon = line.indexOf(':');
            if (colon <= 0 || colon == line.length() - 1) {
                throw new PraghException("a user is written name:password: file=" + file + " line=" + (i + 1));
            }
            String password = line.substring(colon + 1);
            if (password.startsWith("$2") && !isWhole(password)) {
                throw new PraghException("the hash of a password is cut or damaged: file=" + file + " line=" + (i + 1));
            }
            if (passwords.put(line.substring(0, colon), password) != null) {
                throw new PraghException("a user is there twice: file=" + file + " line=" + (i + 1));
            }
        }
        if (passwords.isEmpty()) {
            throw new PraghException("no user at all, so nobody could come in: file=" + file);
        }
        return new UserTable(passwords, hashing);
    }

    /** Without the mark by which some editors begin a file in UTF-8: it would be a part of the first name. */
    private static String withoutMark(String line) {
        return line.startsWith("\uFEFF") ? line.substring(1) : line;
    }

    /** Number of users. */
    public int size() {
        return passwords.size();
    }

    /** Whether this is the user's password. */
    boolean accepts(String name, String password) {
        String known = passwords.get(name);
        if (known == null || !isHash(known)) {
            hashing.matches(password, nobody(cost));
            return known != null
                    && MessageDigest.isEqual(
                            known.getBytes(StandardCharsets.UTF_8), password.getBytes(StandardCharsets.UTF_8));
        }
        for (int more = cost(known); more < cost; more++) {
            hashing.matches(password, nobody(more));
        }
        // The letter after the 2 says which implementation errors the hash is free of; the algorithm is the same.
        return hashing.matches(password, "$2a" + known.substring(COST_AT - 1));
    }

    private static boolean isHash(String entry) {
        return HASH.matcher(entry).matches();
    }

    /** Whether a hash can be compared with. */
    private static boolean isWhole(String hash) {
        return isHash(hash) && cost(hash) >= HASH_COST_MIN && cost(hash) <= HASH_COST_MAX;
    }

    private static int cost(String hash) {
        return Integer.parseInt(hash.substring(COST_AT, COST_AT + 2));
    }

    private static String nobody(int cost) {
        return "$2a$" + (cost < 10 ? "0" : "") + cost + "$" + NOBODY;
    }
}
