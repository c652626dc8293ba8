package io.pragh.tinkerpop.guide;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** The commands and answers in the blocks of a page that are marked as Gremlin sessions. Stateless. */
final class ConsoleScript {
    private static final String BEGIN = "```gremlin";
    private static final String END = "```";
    private static final String PROMPT = "gremlin> ";
    private static final Pattern CONTINUED = Pattern.compile("\\.{6}\\d+> .*");

    private ConsoleScript() {}

    /**
     * A command.
     *
     * @param line where it begins, from 1 on
     * @param text what is typed, its lines in one
     * @param answers the lines that follow
     */
    record Command(int line, String text, List<String> answers) {}

    /** All commands of a page, in its order. */
    static List<Command> read(List<String> page) {
        List<Command> commands = new ArrayList<>();
        boolean inside = false;
        for (int i = 0; i < page.size(); i++) {
            String line = page.get(i);
            if (line.equals(BEGIN)) {
                inside = true;
            } else if (line.equals(END)) {
                inside = false;
            } else if (inside && line.startsWith(PROMPT)) {
                commands.add(new Command(i + 1, line.substring(PROMPT.length()), new ArrayList<>()));
            } else if (inside) {
                Command last = commands.remove(commands.size() - 1);
                commands.add(add(last, line));
            }
        }
        return commands;
    }

    private static Command add(Command command, String line) {
        if (CONTINUED.matcher(line).matches()) {
            String more = line.substring(line.indexOf("> ") + 2);
            return new Command(command.line(), command.text() + "\n" + more, command.answers());
        }
        List<String> answers = new ArrayList<>(command.answers());
        answers.add(line);
        return new Command(command.line(), command.text(), answers);
    }
}
