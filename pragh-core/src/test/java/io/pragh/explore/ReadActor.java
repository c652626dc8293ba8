package io.pragh.explore;

import io.pragh.core.access.RemoteTables;
import io.pragh.core.access.SteppedRead;
import io.pragh.core.access.location.CachedLocation;
import io.pragh.core.api.LostValueException;
import io.pragh.core.fabric.Batch;
import io.pragh.core.store.table.Bucket;
import io.pragh.core.store.value.ValueHeader;
import java.util.List;

/**
 * A reader that reads one key several times. One thread.
 *
 * <p>A round is one step, unless time is to pass in the middle of it: between reading the clock and the READ, or
 * between the READ and its completion. A READ of a value may be torn after its header.
 */
final class ReadActor implements Actor {
    private static final int RUN = 0;
    private static final int HOLD_POSTED = 1;
    private static final int HOLD_PERFORMED = 2;
    private static final int TEAR = 3;

    private enum Phase {
        READY,
        POSTED,
        PERFORMED,
        TORN
    }

    private final Scenario scenario;
    private final int node;
    private final long key;
    private final int times;
    private final SteppedRead read;
    private final Lens operation;
    private final Lens reader;
    private final Lens flight;
    private final Lens tails;
    private final RemoteTables tables;
    private final LookasideWords remembered;
    private final CachedLocation cached = new CachedLocation();

    private Phase phase = Phase.READY;
    private boolean reading;
    private int finished;
    private int heldAtTick;
    private int acknowledgedBefore;
    private int readBefore;
    private Batch batch;

    ReadActor(Scenario scenario, int node, long key, int times) {
        this.scenario = scenario;
        this.node = node;
        this.key = key;
        this.times = times;
        this.read = scenario.readsInPlace() ? scenario.world.readerInPlace(node) : scenario.world.reader(node);
        Object store = Lens.peek(read, "reader");
        Object slice = Lens.peek(store, "flight");
        Object pending = ((List<?>) Lens.peek(slice, "pending")).get(0);
        this.operation = new Lens(pending, "index", "key", "home", "op");
        this.tables = (RemoteTables) Lens.peek(pending, "tables");
        this.reader = new Lens(store);
        this.flight = new Lens(slice);
        this.tails = new Lens(Lens.peek(Lens.peek(store, "call"), "tails"));
        this.remembered = new LookasideWords(store, key);
        this.batch = read.post();
    }

    @Override
    public int choices() {
        if (done() || isHeld() || scenario.isGone(node)) {
            return 0;
        }
        boolean mayHold = scenario.ticksLeft() || scenario.isSlow();
        return switch (phase) {
            case READY ->
                1 << RUN | (mayHold ? 1 << HOLD_POSTED | 1 << HOLD_PERFORMED : 0) | (mayTear() ? 1 << TEAR : 0);
            case POSTED -> 1 << RUN | (mayHold ? 1 << HOLD_PERFORMED : 0) | (mayTear() ? 1 << TEAR : 0);
            case PERFORMED -> 1 << RUN;
            case TORN -> 1 << RUN | (mayHold ? 1 << HOLD_PERFORMED : 0);
        };
    }

    /**
     * Whether the read is stalled: that changes nothing before time has passed, unless another actor uses the node's
     * cache.
     */
    private boolean isHeld() {
        return !scenario.isSlow()
                && (phase == Phase.POSTED || phase == Phase.PERFORMED)
                && heldAtTick == scenario.tick();
    }

    /** Whether the next READ is of a value, and such READs are to be torn. */
    private boolean mayTear() {
        return scenario.tears() && fetches();
    }

    private boolean fetches() {
        if (phase != Phase.READY) {
            return batch.count() > 0 && batch.length(0) < Bucket.BYTES;
        }
        return reading ? operationFetches() : isCached();
    }

    private boolean operationFetches() {
        return operation.holds("step", "FETCH");
    }

    private boolean isCached() {
        World world = scenario.world;
        return world.nodes[node].cache.find(key, cached)
                && world.clock.nanos() - cached.stampNanos < world.lease.cacheNanos();
    }

    @Override
    public void act(int choice) {
        step(choice);
        if (scenario.readsInPlace()) {
            remembered.look();
        }
        if (!operationFetches()) {
            operation.set("address", 0); // no later step reads these
            operation.set("readBytes", 0);
        }
    }

    private void step(int choice) {
        switch (choice) {
            case RUN -> {
                toPerformed();
                complete();
            }
            case HOLD_POSTED -> {
                toPosted();
                heldAtTick = scenario.tick();
            }
            case HOLD_PERFORMED -> {
                toPerformed();
                heldAtTick = scenario.tick();
            }
            case TEAR -> {
                toPosted();
                if (scenario.appends()) { // the entries arrive before the word that counts them
                    batch.region(0)
                            .clear(batch.localOffset(0), ValueHeader.LENGTH); // left by an earlier READ, and not read
                    scenario.world.network.performBack(node, batch, 0, ValueHeader.LENGTH);
                } else {
                    scenario.world.network.performHead(node, batch, 0, ValueHeader.LENGTH);
                }
                phase = Phase.TORN;
            }
            default -> throw new IllegalArgumentException("choice=" + choice);
        }
    }

    private void toPosted() {
        if (phase == Phase.READY) {
            if (!reading) {
                reading = true;
                acknowledgedBefore = scenario.witness.acknowledged();
                readBefore = scenario.witness.read();
                read.begin(key);
            }
            if (!read.done()) {
                batch = read.post();
            }
            phase = Phase.POSTED;
        }
    }

    private void toPerformed() {
        if (phase == Phase.TORN) {
            if (scenario.appends()) {
                scenario.world.network.performFront(node, batch, 0, ValueHeader.LENGTH);
            } else {
                scenario.world.network.performRest(node, batch, 0, ValueHeader.LENGTH);
            }
        } else if (phase != Phase.PERFORMED) {
            toPosted();
            if (!read.done()) {
                scenario.world.network.perform(node, batch);
            }
        }
        phase = Phase.PERFORMED;
    }

    private void complete() {
        phase = Phase.READY;
        long answer;
        try {
            if (!read.done()) {
                read.complete();
            }
            answer = read.done() ? History.of(key, read) : Witness.NO_ANSWER;
        } catch (LostValueException e) {
            answer = Witness.LOST;
        }
        if (answer != Witness.NO_ANSWER) {
            reading = false;
            finished++;
            scenario.witness.returned(answer, acknowledgedBefore, readBefore);
        }
    }

    @Override
    public boolean done() {
        return finished == times || scenario.isGone(node);
    }

    @Override
    public void reset() {
        phase = Phase.READY;
        reading = false;
        finished = 0;
        operation.reset();
        reader.reset();
        flight.reset();
        tails.reset();
        World.forgetAll(tables);
        remembered.reset();
    }

    @Override
    public void addTo(Fingerprint fingerprint) {
        if (scenario.isDead(node)) {
            return;
        }
        remembered.addTo(fingerprint);
        tails.addTo(fingerprint);
        fingerprint.add(phase);
        fingerprint.add(finished << 1 | (reading ? 1 : 0));
        if (!reading) {
            return;
        }
        fingerprint.add((long) acknowledgedBefore << 32 | readBefore);
        fingerprint.add(isHeld() ? 1 : 0);
        if (read.done()) {
            fingerprint.add(History.of(key, read)); // read in place, and stalled
        } else if (phase != Phase.READY) {
            operation.addTo(fingerprint);
            boolean headAlone = phase == Phase.TORN && !scenario.appends();
            fingerprint.addBatch(batch, phase == Phase.POSTED ? 0 : headAlone ? ValueHeader.LENGTH : Bucket.BYTES);
        } else if (operationFetches()) {
            operation.addTo(fingerprint);
        }
    }

    @Override
    public String describe(int choice) {
        String what = reading ? (fetches() ? "FETCH" : "LOCATE") : "GET";
        String how = switch (choice) {
            case HOLD_POSTED -> " posts and stalls";
            case HOLD_PERFORMED -> " READs and stalls";
            case TEAR -> " READs the header";
            default -> phase == Phase.PERFORMED ? " completes" : phase == Phase.TORN ? " READs the body" : "";
        };
        return "reader@" + node + " " + what + how;
    }
}
