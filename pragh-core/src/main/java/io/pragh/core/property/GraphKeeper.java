package io.pragh.core.property;

/** Who keeps a graph beyond its process; shared by all that the process sees the graph from. Any thread. */
public interface GraphKeeper {
    /** Nobody: the graph ends with its process. */
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

    /** Runs a commit of changes, which waits while a load is under way: what it would build on does not last before the load is kept. */
    void change(Runnable commit);

    /** Begins a load, which does not go through the log. Others' changes wait until it is closed, by the same thread. */
    Load load();

    /** A load that is under way. One thread. */
    interface Load extends AutoCloseable {
        /** Of a graph that nobody keeps. */
        Load NONE = new Load() {
            @Override
            public void keep() {}

            @Override
            public void close() {}
        };

        /** Everything is stored: returns when it lasts. */
        void keep();

        /** Ends it. One that was not kept leaves a graph in memory that is not what lasts: it is to be opened again. */
        @Override
        void close();
    }
}
