package io.pragh.explore;

import io.pragh.core.api.Update;
import io.pragh.core.txn.home.LoneClaim;

/** An update at its home. One thread. */
final class PutActor implements Actor {
    private final Scenario scenario;
    private final int digit;
    private final LoneClaim put;
    private final Lens state;
    private final Lens operation;
    private boolean told;

    PutActor(Scenario scenario, Update update, int digit) {
        this.scenario = scenario;
        this.digit = digit;
        this.put = scenario.world.begin(update);
        this.state = new Lens(put);
        this.operation = new Lens(put.operation());
    }

    @Override
    public int choices() {
        return done() || operation.word("awaiting") != 0 || !scenario.mayAsk() ? 0 : 1;
    }

    @Override
    public void act(int choice) {
        put.makeStep();
    }

    /**
     * Tells the witness that the caller has its answer; called after every step, since a message may have brought it.
     */
    void tell() {
        if (!told && put.acknowledged()) {
            told = true;
            scenario.witness.answered(digit, put.result());
        }
    }

    /** Judges the update at the end of the run. */
    void judge() {
        if (put.applied()) {
            scenario.witness.judgeAtTheEnd(digit);
        }
    }

    /** Whether this update has this operation of the home. */
    boolean is(Object other) {
        return put.operation() == other;
    }

    int digit() {
        return digit;
    }

    @Override
    public boolean done() {
        return put.isDone();
    }

    @Override
    public void reset() {
        told = false;
        state.reset();
        operation.reset();
    }

    @Override
    public void addTo(Fingerprint fingerprint) {
        if (done()) {
            fingerprint.add(-1);
        } else {
            operation.addTo(fingerprint);
        }
    }

    @Override
    public String describe(int choice) {
        return "update " + digit + " " + put.stepName();
    }
}
