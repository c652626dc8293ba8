package io.pragh.tinkerpop.load;

import io.pragh.tinkerpop.serial.GryoFile;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.tinkerpop.shaded.kryo.Kryo;
import org.apache.tinkerpop.shaded.kryo.io.Input;
import org.apache.tinkerpop.shaded.kryo.io.Output;

/** Identifiers on the disk, since there may be more than fit into memory; written once. One thread. */
final class IdSpool implements AutoCloseable {
    private final Kryo kryo = GryoFile.mapper().createMapper();
    private final Path file;
    private long count;

    IdSpool(Iterator<Object> ids) throws IOException {
        file = Files.createTempFile("pragh-export", ".ids");
        file.toFile().deleteOnExit();
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file));
                Output output = new Output(out)) {
            while (ids.hasNext()) {
                kryo.writeClassAndObject(output, ids.next());
                count++;
            }
        }
    }

    long count() {
        return count;
    }

    /** All identifiers in order, so many at a time; the stream is closed after the last. */
    Iterator<List<Object>> pages(int pageIds) throws IOException {
        InputStream in = new BufferedInputStream(Files.newInputStream(file));
        Input input = new Input(in);
        return new Iterator<>() {
            private long left = count;

            @Override
            public boolean hasNext() {
                return left > 0;
            }

            @Override
            public List<Object> next() {
                List<Object> page = new ArrayList<>();
                for (; left > 0 && page.size() < pageIds; left--) {
                    page.add(kryo.readClassAndObject(input));
                }
                if (left == 0) {
                    input.close();
                }
                return page;
            }
        };
    }

    @Override
    public void close() {
        try {
            Files.deleteIfExists(file);
        } catch (IOException failed) {
            throw new UncheckedIOException("cannot delete a temporary file: file=" + file, failed);
        }
    }
}
