package io.pragh.tinkerpop.jvm;

import io.pragh.testkit.ChildJvm;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Starts Pragh in another JVM, for tests that start many: each would load the same thousands of classes from the
 * folders of the build, which takes longer than what most tests do with the process. Stateless.
 */
public final class NodeJvm {
    private NodeJvm() {}

    /**
     * The command that runs a class's {@code main} with these flags of the virtual machine. The first call of a build
     * takes some seconds.
     */
    public static List<String> command(List<String> flags, Class<?> main, String... arguments) {
        List<String> all = new ArrayList<>(flags);
        all.add(ChildJvm.BRIEF);
        Optional<KeptClasses> kept = KeptClasses.ofThisBuild();
        if (kept.isEmpty()) {
            return ChildJvm.command(all, main, arguments);
        }
        all.addAll(kept.get().flags());
        return ChildJvm.command(all, kept.get().classPath(), main, arguments);
    }
}
