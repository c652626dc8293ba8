package io.pragh.tinkerpop.load;

import io.pragh.core.base.PraghException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.stream.Collectors;
import javax.xml.stream.XMLStreamException;
import org.apache.tinkerpop.shaded.jackson.core.JsonProcessingException;
import org.apache.tinkerpop.shaded.kryo.KryoException;

/**
 * Describes in one line what is wrong with a file: parsers' messages have several lines, and say what was found, but
 * not what was expected. Stateless.
 */
final class FileFault {
    private static final String NOT_GRAPHSON =
            "not GraphSON, or damaged: expected=a vertex as JSON on each line found=";
    private static final String XML_SENTENCE = "Message: ";

    private FileFault() {}

    /** The reason why a file cannot be opened or closed. */
    static String ofFile(IOException unreadable) {
        if (unreadable instanceof NoSuchFileException) {
            return "there is no such file";
        }
        if (unreadable instanceof AccessDeniedException) {
            return "the file must not be read; check its permissions";
        }
        return line(unreadable);
    }

    /** The reason why a file cannot be written. */
    static String ofWriting(Throwable failed) {
        Throwable cause = failed;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        if (cause instanceof AccessDeniedException) {
            return "the folder must not be written to; check its permissions";
        }
        if (cause instanceof FileSystemException system && system.getReason() == null) {
            return "a file cannot be created in the folder: name=" + system.getFile();
        }
        return line(cause);
    }

    /** The reason why a file's contents cannot be read. */
    static String reason(FileFormat format, Throwable wrong) {
        Throwable cause = wrong;
        while (cause.getCause() != null && !isTheReason(cause)) {
            cause = cause.getCause();
        }
        if (cause instanceof XMLStreamException) {
            return "not GraphML, or damaged: expected=XML found=" + sentence(cause);
        }
        if (cause instanceof JsonProcessingException json) {
            return NOT_GRAPHSON + oneLine(json.getOriginalMessage());
        }
        // On nonsensical bytes, Kryo throws arbitrary exceptions, and so does the reader of GraphSON on JSON of another
        // shape.
        boolean says = cause instanceof MalformedLine
                || cause instanceof PraghException
                || cause instanceof IOException
                || cause instanceof IllegalArgumentException;
        if (format == FileFormat.GRYO && (cause instanceof KryoException || !says)) {
            return "not Gryo, or it ends too early: expected=Gryo of version 3 found=" + line(cause);
        }
        return format == FileFormat.GRAPHSON && !says ? NOT_GRAPHSON + line(cause) : line(cause);
    }

    /** The causes of these only say how they were detected. */
    private static boolean isTheReason(Throwable cause) {
        return cause instanceof PraghException
                || cause instanceof MalformedLine
                || cause instanceof XMLStreamException && !(cause.getCause() instanceof IOException)
                || cause instanceof IOException && cause.getCause() instanceof IOException;
    }

    /** The parser's message gives the position first, and then the error. */
    private static String sentence(Throwable cause) {
        String message = joined(cause);
        int at = message.indexOf(XML_SENTENCE);
        return at < 0 ? message : message.substring(at + XML_SENTENCE.length());
    }

    private static String line(Throwable cause) {
        String message = joined(cause);
        return message.isEmpty() ? cause.getClass().getSimpleName() : message;
    }

    private static String joined(Throwable cause) {
        String message = cause.getMessage();
        return message == null ? "" : oneLine(message);
    }

    private static String oneLine(String message) {
        return message.strip().lines().map(String::strip).collect(Collectors.joining(" "));
    }
}
