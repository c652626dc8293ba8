package io.pragh.tinkerpop.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.reflect.Field;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** Checks the option {@code --log} of the commands that have it. */
class LogOptionTest {
    @Test
    void serversAndBookiesHaveTheSameOne() {
        Set<String> commands = new TreeSet<>();
        for (CliCommand command : new CliCommand[] {new ServerCommand(), new BookieCommand(), new CheckCommand()}) {
            CommandLine line = new CommandLine(command);
            OptionSpec log = line.getCommandSpec().findOption("--log");
            if (log != null) {
                assertEquals(LogOption.class, ((Field) log.userObject()).getDeclaringClass(), line::getCommandName);
                commands.add(line.getCommandName());
            }
        }
        assertEquals(Set.of("bookie", "server"), commands);
    }
}
