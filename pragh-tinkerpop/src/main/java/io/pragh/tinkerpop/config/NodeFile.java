package io.pragh.tinkerpop.config;

import io.pragh.core.base.PraghException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.DumperOptions;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.representer.Representer;

/**
 * Reads and writes a node's YAML file: sections with options in them, each checked against {@link NodeOption}.
 * Stateless.
 */
public final class NodeFile {
    private static final int CODE_POINTS_MAX = 256 << 10;
    private static final int NESTING_MAX = 8;

    private NodeFile() {}

    /**
     * Reads a file. It may have plain values only: no other types, no references, no key twice.
     *
     * @throws PraghException that names the key, when it is unknown or its value is of another type
     */
    public static Map<NodeOption, String> read(Path file) {
        Object root;
        try {
            String text = Files.readString(file, StandardCharsets.UTF_8);
            root = new Yaml(new SafeConstructor(limits())).load(text);
        } catch (IOException unreadable) {
            throw new PraghException(
                    "the configuration cannot be read; is it there, and is it UTF-8? file=" + file, unreadable);
        } catch (MarkedYAMLException wrong) {
            String line = wrong.getProblemMark() == null
                    ? ""
                    : " line=" + (wrong.getProblemMark().getLine() + 1);
            throw new PraghException(
                    "the configuration is not YAML as a node reads it: file=" + file + line + " reason="
                            + oneLine(wrong.getProblem()),
                    wrong);
        } catch (YAMLException wrong) {
            throw new PraghException(
                    "the configuration is not YAML as a node reads it: file=" + file + " reason="
                            + oneLine(wrong.getMessage()),
                    wrong);
        }
        Map<NodeOption, String> options = new EnumMap<>(NodeOption.class);
        if (root instanceof Map<?, ?> sections) {
            collect("", sections, options, file);
        } else if (root != null) {
            throw new PraghException(
                    "a configuration is made of sections, and of options as name: value; file=" + file);
        }
        return options;
    }

    private static LoaderOptions limits() {
        LoaderOptions limits = new LoaderOptions();
        limits.setAllowDuplicateKeys(false);
        limits.setMaxAliasesForCollections(0);
        limits.setCodePointLimit(CODE_POINTS_MAX);
        limits.setNestingDepthLimit(NESTING_MAX);
        return limits;
    }

    private static String oneLine(@Nullable String text) {
        return String.valueOf(text).strip().replaceAll("\\s*\\R\\s*", " ");
    }

    private static void collect(String before, Map<?, ?> section, Map<NodeOption, String> options, Path file) {
        section.forEach((name, value) -> {
            String path = before + name;
            NodeOption option = find(path);
            if (option != null) {
                options.put(option, valueOf(option, value, file));
            } else if (!isSection(path)) {
                throw new PraghException("there is no such option; correct it or take it out: key=" + path + " file="
                        + file + " known=" + known(before));
            } else if (value instanceof Map<?, ?> inner) {
                collect(path + ".", inner, options, file);
            } else {
                throw new PraghException("this is a section and takes options of its own: key=" + path + " file=" + file
                        + " known=" + known(path + "."));
            }
        });
    }

    private static String valueOf(NodeOption option, @Nullable Object value, Path file) {
        String text = value == null ? null : option.type().of(value);
        if (text == null) {
            throw new PraghException(
                    "the option's value must be " + option.type().wanted() + ": key=" + option.path() + " value="
                            + option.type().told(oneLine(String.valueOf(value))) + " file=" + file);
        }
        return text;
    }

    private static @Nullable NodeOption find(String path) {
        for (NodeOption option : NodeOption.values()) {
            if (option.path().equals(path)) {
                return option;
            }
        }
        return null;
    }

    private static boolean isSection(String path) {
        return Arrays.stream(NodeOption.values()).anyMatch(o -> o.path().startsWith(path + "."));
    }

    /** Names of the options within a section. */
    private static List<String> known(String section) {
        return Arrays.stream(NodeOption.values())
                .filter(o -> o.path().startsWith(section))
                .map(o -> o.path().substring(section.length()).replaceAll("\\..*", ""))
                .distinct()
                .toList();
    }

    /** Writes a file for {@link #read}; numbers and booleans as such. */
    public static void write(Path file, Map<NodeOption, Object> options) throws IOException {
        Map<String, Object> root = new LinkedHashMap<>();
        options.forEach((option, value) -> put(root, option.path(), value));
        DumperOptions style = new DumperOptions();
        style.setDefaultFlowStyle(DumperOptions.FlowStyle.BLOCK);
        Files.writeString(file, new Yaml(new SafeConstructor(limits()), new Representer(style), style).dump(root));
    }

    @SuppressWarnings("unchecked") // made here: every inner value under a section's name is such a map
    private static void put(Map<String, Object> section, String path, Object value) {
        int dot = path.indexOf('.');
        if (dot < 0) {
            section.put(path, value);
        } else {
            Object inner = section.computeIfAbsent(path.substring(0, dot), name -> new LinkedHashMap<String, Object>());
            put((Map<String, Object>) inner, path.substring(dot + 1), value);
        }
    }
}
