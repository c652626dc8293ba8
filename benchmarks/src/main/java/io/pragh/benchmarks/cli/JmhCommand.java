package io.pragh.benchmarks.cli;

import io.pragh.tinkerpop.cli.CliException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.openjdk.jmh.Main;
import picocli.CommandLine.Command;
import picocli.CommandLine.Unmatched;

/** {@code pragh bench jmh}: passes all arguments on to JMH. One thread. */
@Command(
        name = "jmh",
        description = {
            "Run the micro-benchmarks.",
            "",
            "Arguments go to JMH: a regular expression chooses benchmarks, -l lists them, -prof gc shows what they"
                    + " allocate, -f 1 -wi 2 -i 3 makes it short; after --, -h"
                    + " lists all options.",
            ""
        },
        customSynopsis = "pragh bench jmh [-hV] [--debug] [--] [ARGUMENT...]",
        mixinStandardHelpOptions = true)
final class JmhCommand implements Callable<Integer> {
    /** Includes options, of which picocli knows none. */
    @Unmatched
    private List<String> arguments = new ArrayList<>();

    @Override
    public Integer call() {
        try {
            Main.main(arguments.toArray(String[]::new));
            return 0;
        } catch (IOException failure) {
            throw new CliException("JMH cannot write its results: reason=" + failure);
        }
    }
}
