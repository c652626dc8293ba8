package io.pragh.tinkerpop.processes;

import io.pragh.core.census.NodeStatistics.Standing;
import io.pragh.history.Outcome;
import io.pragh.history.RecordedTransaction;
import io.pragh.history.Step;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The results of a node's load. All instants are of the machine's monotonic clock, which its processes share.
 * Immutable.
 *
 * @param transactions over lists
 * @param registers reads and writes of registers
 * @param standings changes of the node's standing
 * @param transfers when a transfer was acknowledged
 * @param troubles calls that failed for another reason than a conflict, which is allowed when nodes are lost
 * @param failures errors that must not happen
 */
record LoadRecord(
        List<RecordedTransaction> transactions,
        List<RegisterEvent> registers,
        List<StandingChange> standings,
        List<Long> transfers,
        List<String> troubles,
        List<String> failures) {

    /** One read or write; a write without an answer may have happened, and has no end. */
    record RegisterEvent(int register, boolean write, long value, long invoked, long completed, boolean acknowledged) {}

    /** The node has this standing from now on. */
    record StandingChange(long at, Standing standing) {}

    @FunctionalInterface
    private interface ToBytes<T> {
        void write(DataOutputStream out, T item) throws IOException;
    }

    @FunctionalInterface
    private interface FromBytes<T> {
        T read(DataInputStream in) throws IOException;
    }

    void write(Path file) throws IOException {
        try (DataOutputStream out = new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(file)))) {
            write(out, transactions, LoadRecord::writeTransaction);
            write(out, registers, (o, e) -> {
                o.writeInt(e.register);
                o.writeBoolean(e.write);
                o.writeLong(e.value);
                o.writeLong(e.invoked);
                o.writeLong(e.completed);
                o.writeBoolean(e.acknowledged);
            });
            write(out, standings, (o, s) -> {
                o.writeLong(s.at);
                o.writeUTF(s.standing.name());
            });
            write(out, transfers, DataOutputStream::writeLong);
            write(out, troubles, DataOutputStream::writeUTF);
            write(out, failures, DataOutputStream::writeUTF);
        }
    }

    static LoadRecord read(Path file) throws IOException {
        try (DataInputStream in = new DataInputStream(new BufferedInputStream(Files.newInputStream(file)))) {
            return new LoadRecord(
                    read(in, LoadRecord::readTransaction),
                    read(
                            in,
                            i -> new RegisterEvent(
                                    i.readInt(),
                                    i.readBoolean(),
                                    i.readLong(),
                                    i.readLong(),
                                    i.readLong(),
                                    i.readBoolean())),
                    read(in, i -> new StandingChange(i.readLong(), Standing.valueOf(i.readUTF()))),
                    read(in, DataInputStream::readLong),
                    read(in, i -> i.readUTF()),
                    read(in, i -> i.readUTF()));
        }
    }

    private static <T> void write(DataOutputStream out, List<T> items, ToBytes<T> each) throws IOException {
        out.writeInt(items.size());
        for (T item : items) {
            each.write(out, item);
        }
    }

    private static <T> List<T> read(DataInputStream in, FromBytes<T> each) throws IOException {
        int count = in.readInt();
        List<T> items = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            items.add(each.read(in));
        }
        return items;
    }

    private static void writeTransaction(DataOutputStream out, RecordedTransaction t) throws IOException {
        out.writeInt(t.process());
        out.writeLong(t.invoked());
        out.writeLong(t.completed());
        out.writeUTF(t.outcome().name());
        out.writeBoolean(t.fresh());
        write(out, t.steps(), (o, step) -> {
            o.writeLong(step.key());
            if (step instanceof Step.Append append) {
                o.writeInt(-1);
                o.writeLong(append.element());
            } else if (step instanceof Step.Read read) {
                o.writeInt(read.elements().length);
                for (long element : read.elements()) {
                    o.writeLong(element);
                }
            }
        });
    }

    private static RecordedTransaction readTransaction(DataInputStream in) throws IOException {
        return new RecordedTransaction(
                0, // numbered when all records are together
                in.readInt(),
                in.readLong(),
                in.readLong(),
                Outcome.valueOf(in.readUTF()),
                in.readBoolean(),
                read(in, LoadRecord::readStep));
    }

    private static Step readStep(DataInputStream in) throws IOException {
        long key = in.readLong();
        int count = in.readInt();
        if (count < 0) {
            return new Step.Append(key, in.readLong());
        }
        long[] elements = new long[count];
        for (int i = 0; i < count; i++) {
            elements[i] = in.readLong();
        }
        return new Step.Read(key, elements);
    }
}
