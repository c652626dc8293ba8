package io.pragh.core.property;

/**
 * Makes the changes of a graph durable, so that the graph outlives its process. All {@link PropertyGraph}s of a
 * process that see one graph share a keeper. Any thread.
 */
public interface GraphKeeper {
    /** Keeps nothing: the graph ends with its process. */
    GraphKeeper NONE = new GraphKeeper() {
        @Override
        public void change(Runnable commit) {
            commit.run();
        }

        @Override
        public Load load() {
            return Load.NONE;
        }
    };

    /**
     * Runs a commit of changes. Waits while a load is under way: the load's values, on which the commit would build,
     * are not durable before the load is kept.
     */
    void change(Runnable commit);

    /** Begins a load, which is not logged. Changes of other threads wait until the same thread closes the load. */
    Load load();

    /** A load that is under way. One thread. */
    interface Load extends AutoCloseable {
        /** A load into a graph that is not durable. */
        Load NONE = new Load() {
            @Override
            public void keep() {}

            @Override
            public void close() {}
        };

        /** Makes the load durable once all its values are stored; returns when it is. */
        void keep();

        /**
         * Ends the load. Without {@link #keep}, the graph in memory differs from the durable one and must be opened
         * again.
         */
        @Override
        void close();
    }
}
