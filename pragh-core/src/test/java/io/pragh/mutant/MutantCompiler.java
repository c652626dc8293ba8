package io.pragh.mutant;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Compiles the classes that a mutant changes, beside all others as they are. Stateless. */
final class MutantCompiler {
    private MutantCompiler() {}

    /** The root of the repository. */
    static Path root() {
        Path at = Path.of("").toAbsolutePath();
        while (at != null && !Files.isDirectory(at.resolve(".mvn"))) {
            at = at.getParent();
        }
        if (at == null) {
            throw new IllegalStateException(
                    "no folder above holds .mvn: folder=" + Path.of("").toAbsolutePath());
        }
        return at;
    }

    /** The class path of the tests. */
    static String classPath() {
        return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    }

    /** The compiled classes, by their names. */
    static Map<String, byte[]> compile(Mutant mutant, Path root) throws IOException {
        List<JavaFileObject> sources = new ArrayList<>();
        mutant.applyTo(root).forEach((file, lines) -> sources.add(new Source(file, String.join("\n", lines))));
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter said = new StringWriter();
        try (StandardJavaFileManager standard = compiler.getStandardFileManager(null, null, null);
                Classes classes = new Classes(standard)) {
            List<String> options = List.of("-proc:none", "-nowarn", "-parameters", "-cp", classPath());
            if (!compiler.getTask(said, classes, null, options, null, sources).call()) {
                throw new IllegalStateException(
                        "a mutant does not compile; correct it: " + mutant.name() + "\n" + said);
            }
            Map<String, byte[]> compiled = new LinkedHashMap<>();
            classes.written.forEach((name, bytes) -> compiled.put(name, bytes.toByteArray()));
            return compiled;
        }
    }

    /** A source text in place of its file. */
    private static final class Source extends SimpleJavaFileObject {
        private final String text;

        Source(String file, String text) {
            super(URI.create("string:///" + file), Kind.SOURCE);
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }

    /** Keeps compiled classes in memory. */
    private static final class Classes extends ForwardingJavaFileManager<JavaFileManager> {
        final Map<String, ByteArrayOutputStream> written = new LinkedHashMap<>();

        Classes(JavaFileManager others) {
            super(others);
        }

        @Override
        public JavaFileObject getJavaFileForOutput(
                Location location, String className, JavaFileObject.Kind kind, FileObject sibling) {
            return new SimpleJavaFileObject(URI.create("memory:///" + className.replace('.', '/')), kind) {
                @Override
                public OutputStream openOutputStream() {
                    return written.computeIfAbsent(className, name -> new ByteArrayOutputStream());
                }
            };
        }
    }
}
