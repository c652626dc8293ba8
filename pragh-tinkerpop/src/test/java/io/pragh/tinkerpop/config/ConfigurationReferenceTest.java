package io.pragh.tinkerpop.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pragh.core.base.PraghException;
import io.pragh.core.fabric.FabricProvider;
import io.pragh.core.fabric.FabricSeat;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Checks that docs/configuration.md agrees with the options in the code, and that written configurations are read
 * back.
 */
class ConfigurationReferenceTest {
    @TempDir
    private Path folder;

    @Test
    void pageIsWhatTheCodeSays() throws Exception {
        assertEquals(
                ConfigurationReference.markdown(),
                Files.readString(Path.of("..", "docs", "configuration.md")),
                "write it again: bin/pragh server --describe-config > docs/configuration.md");
    }

    @Test
    void exampleOfThePageIsRead() throws Exception {
        Matcher example = Pattern.compile("(?s)```yaml\n(.*?)```").matcher(ConfigurationReference.markdown());
        assertTrue(example.find());
        Map<NodeOption, String> read =
                NodeFile.read(Files.writeString(folder.resolve("example.yaml"), example.group(1)));
        assertEquals("seven", read.get(NodeOption.NAME));
        assertEquals("" + (2L << 30), read.get(NodeOption.PARTITION_BYTES_MAX));
    }

    /**
     * The providers are not known when this module is compiled. The error for an unknown setting names the known
     * ones.
     */
    @ParameterizedTest
    @ValueSource(strings = {"tcp", "shm", "rdma"})
    void settingsOfTheFabricAreThoseThatItKnows(String scheme) {
        String address = scheme.equals("shm") ? "shm:" + folder : scheme + "://127.0.0.1:0";
        FabricSeat seat = new FabricSeat("x", 0, 1, address, Map.of("no-such-setting", "1"));
        String told = String.valueOf(assertThrows(PraghException.class, () -> FabricProvider.openFabric(seat))
                .getMessage());
        Set<String> known = new TreeSet<>(
                Arrays.asList(told.replaceAll(".*known=\\[(.*)].*", "$1").split(", ", -1)));
        Set<String> described = new TreeSet<>();
        for (NodeOption option : NodeOption.values()) {
            String of = option.meaning().replaceAll(": .*", "");
            if (Arrays.asList(of.split(", ", -1)).contains(scheme)) {
                described.add(option.path().substring("fabric.".length()));
            }
        }
        assertEquals(known, described);
    }

    @Test
    void everyOptionHasAPlaceOfItsOwnAndAMeaning() {
        Set<String> paths = new TreeSet<>();
        for (NodeOption option : NodeOption.values()) {
            assertTrue(paths.add(option.path()), option.path());
            assertTrue(option.meaning().length() > 10, option.path());
            assertTrue(option.path().matches("([a-z]+\\.){0,2}[a-zA-Z]+"), option.path());
        }
    }

    @Test
    void whatIsWrittenIsReadBack() throws Exception {
        Map<NodeOption, Object> options = new LinkedHashMap<>();
        options.put(NodeOption.NAME, "a: 'strange' name");
        options.put(NodeOption.PORT, 0);
        options.put(NodeOption.CACHE_BYTES, 65_536L);
        options.put(NodeOption.SCRIPTS, false);
        options.put(NodeOption.TLS_KEY, "/etc/key");
        Path file = folder.resolve("node.yaml");
        NodeFile.write(file, options);
        Map<NodeOption, String> expected = new LinkedHashMap<>();
        options.forEach((option, value) -> expected.put(option, value.toString()));
        assertEquals(expected, NodeFile.read(file));
    }

    @Test
    void sizesAreReadWithAndWithoutUnits() {
        assertEquals(65_536L, OptionType.parseBytes("64k"));
        assertEquals(65_536L, OptionType.parseBytes("65536"));
        assertEquals(1L << 40, OptionType.parseBytes("1T"));
        for (String wrong : new String[] {"", "k", "1x", "-1", "1.5g", "999999999999999t"}) {
            assertEquals(null, OptionType.parseBytes(wrong), wrong);
        }
    }
}
