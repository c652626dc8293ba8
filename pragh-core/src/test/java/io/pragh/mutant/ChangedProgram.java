package io.pragh.mutant;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** A copy of the product and its tests in which some lines differ, for tests that have to pass with it all the same. Stateless. */
public final class ChangedProgram {
    private ChangedProgram() {}

    /**
     * A loader of the copy.
     *
     * @param changes a folder with one file, whose one change is written down as {@link MutantFile} says
     */
    public static ClassLoader of(Path changes) throws IOException {
        List<Mutant> all = MutantFile.readAll(changes);
        if (all.size() != 1) {
            throw new IllegalArgumentException("one change is asked for: folder=" + changes + " changes=" + all.size());
        }
        return new ChangedClasses(MutantCompiler.compile(all.get(0), MutantCompiler.root()));
    }
}
