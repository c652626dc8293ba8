package io.pragh.mutant;

import java.io.IOException;
import java.io.InputStream;
import java.util.Map;

/**
 * A class loader with a copy of all classes of the product and of its tests, some of them changed; the copies do not
 * share state with the original classes. Other classes are shared. Any thread.
 */
final class ChangedClasses extends ClassLoader {
    private static final String PRODUCT = "io.pragh.";

    static {
        registerAsParallelCapable();
    }

    private final Map<String, byte[]> changed;

    /** A copy of this class's loader with some classes replaced, given by their names. */
    ChangedClasses(Map<String, byte[]> changed) {
        super(ChangedClasses.class.getClassLoader());
        this.changed = changed;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (!name.startsWith(PRODUCT)) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            return loaded == null ? findClass(name) : loaded;
        }
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        byte[] bytes = changed.get(name);
        if (bytes == null) {
            bytes = unchanged(name);
        }
        return defineClass(name, bytes, 0, bytes.length);
    }

    private byte[] unchanged(String name) throws ClassNotFoundException {
        try (InputStream in = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
            if (in == null) {
                throw new ClassNotFoundException(name);
            }
            return in.readAllBytes();
        } catch (IOException unreadable) {
            throw new ClassNotFoundException(name, unreadable);
        }
    }
}
