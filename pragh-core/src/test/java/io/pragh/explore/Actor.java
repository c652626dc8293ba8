package io.pragh.explore;

/** Something in an explored world that makes steps. One thread. */
interface Actor {
    /** How many choices an actor has at most. */
    int CHOICES_MAX = 16;

    /** The steps it could make now, as bits. */
    int choices();

    /** Makes a step that was among the choices. */
    void act(int choice);

    /** Whether nothing is left for it to do. */
    boolean done();

    /** Becomes what it was at first. */
    void reset();

    /** Adds what its further steps depend on. */
    void addTo(Fingerprint fingerprint);

    /** What a step does, in a few words. */
    String describe(int choice);
}
