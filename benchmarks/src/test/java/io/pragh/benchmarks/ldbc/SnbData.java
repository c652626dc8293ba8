package io.pragh.benchmarks.ldbc;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.pragh.testkit.SharedData;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** A social network with known answers, kept outside the repository. Immutable. */
record SnbData(Path source, Path answers) {
    /**
     * 222 people with everything they have written. The answers come from implementations of the queries on two other
     * databases.
     */
    static SnbData small() {
        return shared("snb/interactive-test", "social_network-test.tar.gz");
    }

    /**
     * Scale factor 0.1, without the texts of messages and the members of forums; official answers of some queries.
     */
    static SnbData tenth() {
        return shared("snb/sf0.1-structure", "csv");
    }

    private static SnbData shared(String folder, String source) {
        Optional<Path> found = SharedData.find(folder.split("/", -1));
        assumeTrue(found.isPresent(), SharedData.skipped(folder));
        return new SnbData(found.get().resolve(source), found.get().resolve("expected-dev.jsonl"));
    }

    List<SnbInstance> instances() throws IOException {
        return SnbInstance.read(answers);
    }

    List<SnbInstance> instances(SnbQuery query) throws IOException {
        return instances().stream()
                .filter(instance -> instance.query() == query)
                .toList();
    }
}
