package io.pragh.rdma.verbs;

/** Counts the operations of a batch that have not ended yet. One thread. */
final class Flight {
    private int left;

    void add() {
        left++;
    }

    void end() {
        left--;
    }

    boolean done() {
        return left == 0;
    }
}
