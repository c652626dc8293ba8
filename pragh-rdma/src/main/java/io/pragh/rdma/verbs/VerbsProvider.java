package io.pragh.rdma.verbs;

import com.ibm.disni.verbs.IbvContext;
import com.ibm.disni.verbs.RdmaProvider;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;

/**
 * Carries DiSNI's calls to the system's libraries, and adds the queries that DiSNI does not make. There are two
 * providers, found by their class names: on JDK 22 and newer one that calls rdma-core itself, and one for DiSNI's own
 * native library, where that is installed.
 */
public abstract class VerbsProvider extends RdmaProvider {
    private static final String FOREIGN = "io.pragh.rdma.verbs.foreign.ForeignProvider";
    private static final String INSTALLED = "io.pragh.rdma.verbs.installed.InstalledProvider";
    private static final int JDK_MIN = 22;

    /** The scope in which a device's CAS and FETCH_ADD are atomic. */
    public abstract DeviceAtomics atomics(IbvContext context) throws IOException;

    /**
     * Makes DiSNI use this provider, and returns it; at most one per process. Throws an {@link IOException} that says
     * what is missing and how to get it.
     */
    @SuppressWarnings("LockOnNonEnclosingClassLiteral")
    public static VerbsProvider install() throws IOException {
        // DiSNI guards the field by this monitor, and has no method to set it
        synchronized (RdmaProvider.class) {
            try {
                Field installed = RdmaProvider.class.getDeclaredField("provider");
                installed.setAccessible(true);
                if (installed.get(null) instanceof VerbsProvider known) {
                    return known;
                }
                VerbsProvider made = make();
                installed.set(null, made);
                return made;
            } catch (NoSuchFieldException | IllegalAccessException other) {
                throw new IOException("another DiSNI than 2.1 is on the class path", other);
            }
        }
    }

    private static VerbsProvider make() throws IOException {
        String reason;
        if (Runtime.version().feature() < JDK_MIN) {
            reason = "RDMA needs JDK " + JDK_MIN + " or newer, and this is " + Runtime.version()
                    + ": set JAVA_HOME to one";
        } else if (VerbsProvider.class.getClassLoader().getResource(FOREIGN.replace('.', '/') + ".class") == null) {
            reason = "this Pragh was built with a JDK older than " + JDK_MIN
                    + ", so it cannot call rdma-core: build it with a newer one";
        } else {
            return make(FOREIGN);
        }
        try {
            return make(INSTALLED);
        } catch (IOException missing) {
            throw new IOException(reason + "; or install DiSNI's native library: " + missing.getMessage(), missing);
        }
    }

    private static VerbsProvider make(String name) throws IOException {
        try {
            Constructor<?> constructor = Class.forName(name).getConstructor();
            return (VerbsProvider) constructor.newInstance();
        } catch (InvocationTargetException failed) {
            throw failed.getCause() instanceof IOException said
                    ? said
                    : new IOException("verbs cannot be used: " + failed.getCause(), failed);
        } catch (ReflectiveOperationException impossible) {
            throw new IOException(impossible);
        }
    }
}
