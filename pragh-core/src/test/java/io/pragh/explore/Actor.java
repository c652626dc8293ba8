package io.pragh.explore;

/** A participant of an explored world that makes steps. One thread. */
interface Actor {
    /** The greatest number of choices of an actor. */
    int CHOICES_MAX = 16;

    /** The steps that are possible now, as bits. */
    int choices();

    /** Makes a step that was among the choices. */
    void act(int choice);

    /** Whether no step is left. */
    boolean done();

    /** Restores the initial state. */
    void reset();

    /** Adds the state that further steps depend on. */
    void addTo(Fingerprint fingerprint);

    /** Describes a step in a few words. */
    String describe(int choice);
}
