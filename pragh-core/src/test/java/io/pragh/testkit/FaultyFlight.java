package io.pragh.testkit;

import io.pragh.core.fabric.Batch;
import io.pragh.core.fabric.Endpoint;
import io.pragh.core.fabric.OpStatus;
import io.pragh.core.memory.Region;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A posted batch on its way: its operations wait, go to the real fabric in groups, and are reported when all have
 * ended. One thread.
 */
final class FaultyFlight {
    // A torn READ goes out as two parts: the whole, whose bounds the real fabric checks, and, some polls later, one
    // of its halves again.

    private final FaultyFabric fabric;
    private final Endpoint endpoint;
    private final Batch batch;
    private final SplittableRandom random;
    private final boolean reorder;
    private final List<Part> waiting = new ArrayList<>();
    private final List<Group> posted = new ArrayList<>();
    private final OpStatus[] statuses;
    private final long[] results;
    private final boolean[] dropped;
    private int pollsUntilReport;

    /** Bytes of an operation that are posted together, a number of polls from now. */
    private static final class Part {
        private final int op;
        private final int from;
        private final int bytes;
        private int polls;

        Part(int op, int from, int bytes, int polls) {
            this.op = op;
            this.from = from;
            this.bytes = bytes;
            this.polls = polls;
        }
    }

    /** Parts that were posted together, by their place in the carrier batch. */
    private record Group(Batch carrier, List<Part> parts) {}

    FaultyFlight(FaultyFabric fabric, Endpoint endpoint, Batch batch, SplittableRandom random) {
        this.fabric = fabric;
        this.endpoint = endpoint;
        this.batch = batch;
        this.random = random;
        FaultPlan.Operations plan = fabric.plan().operations();
        this.reorder = happens(plan.reorder());
        this.pollsUntilReport = happens(plan.delayCompletion()) ? delay(plan) : 0;
        this.statuses = new OpStatus[batch.count()];
        Arrays.fill(statuses, OpStatus.OK);
        this.results = new long[batch.count()];
        this.dropped = new boolean[batch.count()];
        for (int op = 0; op < batch.count(); op++) {
            plan(op, plan);
        }
    }

    private void plan(int op, FaultPlan.Operations plan) {
        boolean before = happens(plan.dropBefore());
        boolean after = happens(plan.dropAfter());
        boolean remote = fabric.isRemote(batch, op);
        dropped[op] = remote && (before || after);
        if (remote && before) {
            return;
        }
        int bytes = batch.length(op);
        int polls = happens(plan.delayEffect()) ? delay(plan) : 0;
        waiting.add(new Part(op, 0, bytes, polls));
        if (batch.kind(op) == Batch.Kind.READ && bytes > Long.BYTES && happens(plan.tear())) {
            int half = bytes / 2 / Long.BYTES * Long.BYTES;
            int later = polls + delay(plan);
            waiting.add(random.nextBoolean() ? new Part(op, half, bytes - half, later) : new Part(op, 0, half, later));
        }
    }

    private boolean happens(double rate) {
        return random.nextDouble() < rate;
    }

    private int delay(FaultPlan.Operations plan) {
        return random.nextInt(1, plan.delayPollsMax() + 1);
    }

    boolean carries(Batch other) {
        return batch == other;
    }

    /** Advances by one poll. */
    void advance() {
        List<Part> due = new ArrayList<>();
        for (Iterator<Part> parts = waiting.iterator(); parts.hasNext(); ) {
            Part part = parts.next();
            if (part.polls == 0 || fabric.crashed()) {
                parts.remove();
                due.add(part);
            } else {
                part.polls--;
            }
        }
        if (!due.isEmpty()) {
            post(due);
        }
        posted.removeIf(this::ended);
    }

    /** Whether all operations have ended and the delay of the report is over; called once per poll. */
    boolean complete() {
        return waiting.isEmpty() && posted.isEmpty() && pollsUntilReport-- <= 0;
    }

    /** Writes the results into the owner's batch. */
    void report() {
        for (int op = 0; op < statuses.length; op++) {
            OpStatus status = dropped[op] ? OpStatus.UNREACHABLE : statuses[op];
            batch.end(op, status, status == OpStatus.OK ? results[op] : 0);
        }
    }

    private void post(List<Part> due) {
        if (reorder) {
            for (int i = due.size() - 1; i > 0; i--) {
                int other = random.nextInt(i + 1);
                Part part = due.get(i);
                due.set(i, due.get(other));
                due.set(other, part);
            }
        }
        Group group = new Group(new Batch(due.size()), new ArrayList<>());
        for (Part part : due) {
            boolean again = part.bytes < batch.length(part.op);
            if (fabric.reaches(batch, part.op) && (again ? !fabric.crashed() : fabric.step())) {
                add(group.carrier, part);
                group.parts.add(part);
            } else {
                statuses[part.op] = OpStatus.UNREACHABLE;
            }
        }
        endpoint.post(group.carrier);
        posted.add(group);
    }

    private void add(Batch carrier, Part part) {
        int op = part.op;
        int partition = batch.partition(op);
        long offset = batch.offset(op) + part.from;
        Region region = batch.region(op);
        switch (batch.kind(op)) {
            case READ -> {
                if (region == null) {
                    carrier.readWord(partition, offset);
                } else {
                    carrier.read(partition, offset, part.bytes, region, batch.localOffset(op) + part.from);
                }
            }
            case WRITE -> {
                if (region == null) {
                    carrier.writeWord(partition, offset, batch.operand(op));
                } else {
                    carrier.write(partition, offset, part.bytes, region, batch.localOffset(op));
                }
            }
            case CAS -> carrier.cas(partition, offset, batch.expected(op), batch.operand(op));
            case FETCH_ADD -> carrier.fetchAdd(partition, offset, batch.operand(op));
        }
    }

    private boolean ended(Group group) {
        if (!endpoint.poll(group.carrier)) {
            return false;
        }
        for (int i = 0; i < group.parts.size(); i++) {
            int op = group.parts.get(i).op;
            if (group.carrier.ok(i)) {
                results[op] = group.carrier.result(i);
            } else {
                statuses[op] = group.carrier.status(i);
            }
        }
        return true;
    }
}
