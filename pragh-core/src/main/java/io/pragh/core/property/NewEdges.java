package io.pragh.core.property;

/**
 * Decides which of the edges that one transaction adds get a number. An edge gets none when it is alone between its
 * vertices under its label and its identifier was not asked for before commit. Any thread; a caller waits while the
 * transaction commits.
 */
public final class NewEdges {
    private enum State {
        OPEN,
        COMMITTED,
        GIVEN_UP
    }

    private State state = State.OPEN;
    private boolean allNumbered;
    /** Pending numbers of the edges that get them. */
    private final NumberSet numbered = new NumberSet();
    /** Pending numbers of the edges that never do: their entries carry a property. */
    private final NumberSet carrying = new NumberSet();

    private static long number(EdgeRef edge) {
        return edge.eid() & ~EdgeRef.PENDING;
    }

    /** Fixes the edge's identifier, which a caller is about to see, and returns the edge as it is from now on. */
    public EdgeRef settle(EdgeRef edge) {
        return edge.isPending()
                ? settlePending(edge)
                : edge; // every edge that is read passes here; an edge of another transaction must not wait
    }

    private synchronized EdgeRef settlePending(EdgeRef edge) {
        if (state == State.OPEN) {
            numbered.add(number(edge));
        }
        return nowOfPending(edge);
    }

    /**
     * Returns the edge as other transactions see it once this one has committed; before that, or without a commit,
     * the edge as given.
     */
    public EdgeRef now(EdgeRef edge) {
        return edge.isPending() ? nowOfPending(edge) : edge;
    }

    private synchronized EdgeRef nowOfPending(EdgeRef edge) {
        if (state != State.COMMITTED) {
            return edge;
        }
        return isNumbered(number(edge)) ? edge.withNumber() : edge.withoutNumber();
    }

    /** Gives every edge its number. */
    public synchronized void numberAll() {
        allNumbered = true;
    }

    /** Gives an edge its number. */
    public synchronized void number(long number) {
        numbered.add(number);
    }

    /**
     * Leaves an edge without its number, whatever {@link #numberAll} says, because its entries carry its property.
     */
    public synchronized void carry(long number) {
        carrying.add(number);
    }

    /** Whether an edge gets its number. */
    public synchronized boolean isNumbered(long number) {
        return (allNumbered || numbered.contains(number)) && !carrying.contains(number);
    }

    /** Notes the end of the transaction. */
    public synchronized void ended(boolean committed) {
        if (state == State.OPEN) {
            state = committed ? State.COMMITTED : State.GIVEN_UP;
        }
    }
}
