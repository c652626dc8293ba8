package io.pragh.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class LayoutDocumentTest {

    private static final Pattern PACKAGE = Pattern.compile("^\\| `([a-z.]+)` \\|", Pattern.MULTILINE);

    @Test
    void documentDescribesEveryPackageThatHasARow() throws IOException {
        String text = Files.readString(checkout().resolve("docs/layout.md"));
        Set<String> described = PACKAGE.matcher(text)
                .results()
                .map(match -> match.group(1))
                .collect(Collectors.toCollection(TreeSet::new));

        assertEquals(
                new TreeSet<>(LayoutTable.load().grants().keySet()),
                described,
                "rows of architecture.txt, and packages of docs/layout.md");
    }

    /** The folder with the Maven wrapper's settings, from wherever the tests run. */
    private static Path checkout() {
        Path folder = Path.of("").toAbsolutePath();
        while (!Files.isDirectory(folder.resolve(".mvn"))) {
            folder = folder.getParent();
        }
        return folder;
    }
}
