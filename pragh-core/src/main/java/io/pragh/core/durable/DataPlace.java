package io.pragh.core.durable;

import io.pragh.core.base.PraghException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.ServiceLoader;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The place of a data folder: a folder of the file system, or {@code scheme://…} of a {@link DiskProvider}.
 * Immutable.
 */
public final class DataPlace {
    private static final Pattern ADDRESS = Pattern.compile("([a-z][a-z0-9]+)://.+");

    private final String text;
    /** The path of a folder of the file system; for an address, a path that leads nowhere. */
    private final Path path;
    /** Null for a folder of a file system. */
    private final @Nullable DiskProvider provider;

    private DataPlace(String text, Path path, @Nullable DiskProvider provider) {
        this.text = text;
        this.path = path;
        this.provider = provider;
    }

    /** A folder of the file system. */
    public static DataPlace of(Path folder) {
        return new DataPlace(folder.toString(), folder, null);
    }

    /**
     * A place given as a path of the file system, or as an address.
     *
     * @throws PraghException when no provider on the class path knows the address's scheme
     */
    public static DataPlace of(String text) {
        Matcher address = ADDRESS.matcher(text);
        return address.matches() ? new DataPlace(text, Path.of(""), provider(address.group(1))) : of(Path.of(text));
    }

    private static DiskProvider provider(String scheme) {
        TreeMap<String, DiskProvider> providers = new TreeMap<>();
        for (DiskProvider provider : ServiceLoader.load(DiskProvider.class)) {
            providers.put(provider.scheme(), provider);
        }
        DiskProvider found = providers.get(scheme);
        if (found == null) {
            throw new PraghException(
                    "nobody on the class path keeps data folders by this scheme; is pragh-coordinator missing? scheme="
                            + scheme + " known=" + providers.keySet());
        }
        return found;
    }

    /**
     * Opens the folder to write; creates it if it does not exist.
     *
     * @throws FolderInUseException when a process has it open
     * @throws PraghException when it cannot be opened, or is missing although one
     *     {@linkplain UnfinishedFolder was being made}
     */
    public Disk open() {
        if (provider != null) {
            return provider.open(text);
        }
        UnfinishedFolder.check(path);
        return FolderDisk.open(path);
    }

    /** Opens the folder only to read, while others may use it. */
    Disk look() {
        return provider == null ? UnchangedFolder.open(path) : provider.look(text);
    }

    /** Whether the folder exists. */
    public boolean isThere() throws IOException {
        return provider == null ? Files.isDirectory(path) : provider.isThere(text);
    }

    /** Whether a process has the folder open to write; creates a folder of the file system if it does not exist. */
    public boolean isInUse() {
        try {
            if (provider != null) {
                return provider.isInUse(text);
            }
            open().close();
            return false;
        } catch (FolderInUseException used) {
            return true;
        } catch (IOException failed) {
            throw new PraghException(
                    "the data folder cannot be read; see to the disk: folder=" + text + " because " + failed, failed);
        }
    }

    /** The folders within this one, sorted by name. */
    public List<DataPlace> inside() throws IOException {
        if (provider != null) {
            return provider.inside(text).stream().map(this::resolve).toList();
        }
        try (Stream<Path> inside = Files.list(path)) {
            return inside.filter(Files::isDirectory).sorted().map(DataPlace::of).toList();
        }
    }

    /** The folder with this name within this one. */
    public DataPlace resolve(String name) {
        if (provider == null) {
            return of(path.resolve(name));
        }
        int options = text.indexOf('?') < 0 ? text.length() : text.indexOf('?');
        return new DataPlace(text.substring(0, options) + "/" + name + text.substring(options), path, provider);
    }

    /** The last part of the place: the folder's name within its parent. */
    public String name() {
        if (provider == null) {
            return String.valueOf(path.getFileName());
        }
        String address = text.replaceFirst("\\?.*", "");
        return address.substring(address.lastIndexOf('/') + 1);
    }

    /** The path of a folder of the file system; null for an address. */
    public @Nullable Path folder() {
        return provider == null ? path : null;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof DataPlace place && place.text.equals(text) && place.path.equals(path);
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }

    /** The text from which the place was made. */
    @Override
    public String toString() {
        return text;
    }
}
