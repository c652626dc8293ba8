package io.pragh.tinkerpop.cli;

import io.pragh.core.base.PraghException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** Checks the permissions of files. Stateless. */
final class FileReaders {
    private static final Set<PosixFilePermission> OF_OTHERS = Set.of(
            PosixFilePermission.GROUP_READ,
            PosixFilePermission.GROUP_WRITE,
            PosixFilePermission.OTHERS_READ,
            PosixFilePermission.OTHERS_WRITE);

    private static final Pattern SECRET = Pattern.compile("[?&](?:secretFile|privateKey)=([^&]+)");

    private FileReaders() {}

    /** The files of secrets that the address of a data folder names behind a question mark. */
    static List<Path> inAddress(String address) {
        int options = address.indexOf("://") < 0 ? -1 : address.indexOf('?');
        return options < 0
                ? List.of()
                : SECRET.matcher(address.substring(options))
                        .results()
                        .map(found -> Path.of(found.group(1)))
                        .toList();
    }

    /** Whether users other than its owner may read or change a file; false where files have no such permissions. */
    static boolean others(Path file) {
        PosixFileAttributeView view = Files.getFileAttributeView(file, PosixFileAttributeView.class);
        if (view == null) {
            return false;
        }
        try {
            return !Collections.disjoint(view.readAttributes().permissions(), OF_OTHERS);
        } catch (IOException unreadable) {
            throw new PraghException("cannot find out who may read it: file=" + file, unreadable);
        }
    }
}
