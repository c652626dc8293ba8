package io.pragh.explore;

/** The passing of time, one lease per step. One thread. */
final class Ticks implements Actor {
    private final Scenario scenario;
    private final int max;

    Ticks(Scenario scenario, int max) {
        this.scenario = scenario;
        this.max = max;
    }

    @Override
    public int choices() {
        return (scenario.tick() < max || scenario.waitsForTime()) && scenario.mayTick() && !scenario.othersDone(this)
                ? 1
                : 0;
    }

    @Override
    public void act(int choice) {
        scenario.tickOnce();
    }

    @Override
    public boolean done() {
        return true;
    }

    @Override
    public void reset() {
        // the scenario counts the ticks
    }

    @Override
    public void addTo(Fingerprint fingerprint) {
        // the scenario adds its tick
    }

    @Override
    public String describe(int choice) {
        return "time passes";
    }
}
