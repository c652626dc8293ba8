package io.pragh.core.durable;

import io.pragh.core.base.PraghException;
import java.nio.file.Path;
import java.util.ServiceLoader;

/**
 * Starts servers of what a {@link DiskProvider} keeps data folders in, one in this process. Found through {@link ServiceLoader}. Stateless.
 */
public interface DiskServerProvider {
    /** The part of an address before the colon. */
    String scheme();

    /** As {@link #start}. */
    DiskServer serve(String service, Path folder, String host, int port);

    /** A server, which ends when it is closed, or before when it cannot go on. Any thread. */
    interface DiskServer extends AutoCloseable {
        /** Whether it serves. */
        boolean isRunning();

        /**
         * Copies anew what another server of the same service had, which is gone for good, so that all that is kept has its copies again.
         * What is being written is left out: call it again until nothing is left. Cost: what that server had is read and written once.
         *
         * @param lost {@code host:port} of the one that is gone
         * @param copied hears how far it is
         * @return how many parts are left
         * @throws PraghException when that one is there, or copies cannot be made; what is copied by then stays
         */
        int replace(String lost, Copied copied);

        @Override
        void close();
    }

    /** Hears how many parts are copied, of how many. */
    @FunctionalInterface
    interface Copied {
        /** So many, of so many. */
        void parts(int done, int all);
    }

    /**
     * Starts a server; what it kept in the folder before is there again, if host and port are the same.
     *
     * @param service {@code scheme://host:port} where it is to be found
     * @param folder where it keeps everything; made if it is not there
     * @param host an address of this machine, by which others reach it, and on which alone it listens
     * @throws PraghException when it does not start
     */
    static DiskServer start(String service, Path folder, String host, int port) {
        for (DiskServerProvider provider : ServiceLoader.load(DiskServerProvider.class)) {
            if (service.startsWith(provider.scheme() + "://")) {
                return provider.serve(service, folder, host, port);
            }
        }
        throw new PraghException(
                "nobody on the class path has servers for data folders by this scheme; is pragh-coordinator missing? service="
                        + service);
    }
}
