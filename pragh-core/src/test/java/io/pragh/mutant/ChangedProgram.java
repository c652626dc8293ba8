package io.pragh.mutant;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Makes a copy of the product and its tests in which some lines are changed, for tests that must pass with the change
 * as well. Stateless.
 */
public final class ChangedProgram {
    private ChangedProgram() {}

    /**
     * A loader of the copy.
     *
     * @param changes a folder with one file, which has one change in the format of {@link MutantFile}
     */
    public static ClassLoader of(Path changes) throws IOException {
        List<Mutant> all = MutantFile.readAll(changes);
        if (all.size() != 1) {
            throw new IllegalArgumentException("one change is asked for: folder=" + changes + " changes=" + all.size());
        }
        return new ChangedClasses(MutantCompiler.compile(all.get(0), MutantCompiler.root()));
    }
}
