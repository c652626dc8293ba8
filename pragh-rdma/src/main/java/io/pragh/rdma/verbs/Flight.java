package io.pragh.rdma.verbs;

/** How many operations of a batch have not ended yet. One thread. */
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
