package io.pragh.core.property;

/**
 * What becomes of the edges that one transaction adds: each gets its number, or, when it is alone between its vertices and nobody has asked
 * what it is called before the transaction commits, none. Any thread; who asks while it commits waits.
 */
public final class NewEdges {
    private enum State {
        OPEN,
        COMMITTED,
        GIVEN_UP
    }

    private State state = State.OPEN;
    private boolean allNumbered;
    /** Numbers of those that get them. */
    private final NumberSet numbered = new NumberSet();
    /** Numbers of those that never do: their entries carry a property. */
    private final NumberSet carrying = new NumberSet();

    private static long number(EdgeRef edge) {
        return edge.eid() & ~EdgeRef.PENDING;
    }

    /** Somebody is told what the edge is called: from now on that is settled, and returned. */
    public EdgeRef settle(EdgeRef edge) {
        return edge.isPending()
                ? settlePending(edge)
                : edge; // all edges that are read come by: those of others wait for nobody
    }

    private synchronized EdgeRef settlePending(EdgeRef edge) {
        if (state == State.OPEN) {
            numbered.add(number(edge));
        }
        return nowOfPending(edge);
    }

    /** The edge as others see it since the transaction has committed; until then, and if it does not, as it is. */
    public EdgeRef now(EdgeRef edge) {
        return edge.isPending() ? nowOfPending(edge) : edge;
    }

    private synchronized EdgeRef nowOfPending(EdgeRef edge) {
        if (state != State.COMMITTED) {
            return edge;
        }
        return isNumbered(number(edge)) ? edge.withNumber() : edge.withoutNumber();
    }

    /** Every edge gets its number. */
    public synchronized void numberAll() {
        allNumbered = true;
    }

    /** An edge gets its number. */
    public synchronized void number(long number) {
        numbered.add(number);
    }

    /** An edge does without its number, whatever {@link #numberAll} says, and carries its property. */
    public synchronized void carry(long number) {
        carrying.add(number);
    }

    /** Whether an edge gets its number. */
    public synchronized boolean isNumbered(long number) {
        return (allNumbered || numbered.contains(number)) && !carrying.contains(number);
    }

    /** The transaction has ended. */
    public synchronized void ended(boolean committed) {
        if (state == State.OPEN) {
            state = committed ? State.COMMITTED : State.GIVEN_UP;
        }
    }
}
