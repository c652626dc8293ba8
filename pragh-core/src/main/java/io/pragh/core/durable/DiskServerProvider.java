package io.pragh.core.durable;

import io.pragh.core.base.PraghException;
import java.nio.file.Path;
import java.util.ServiceLoader;

/**
 * Starts a server of the storage service of a {@link DiskProvider} in this process. Found through
 * {@link ServiceLoader}. Stateless.
 */
public interface DiskServerProvider {
    /** The part of an address before the colon. */
    String scheme();

    /** As {@link #start}. */
    DiskServer serve(String service, Path folder, String host, int port);

    /** A server, which ends when it is closed, or earlier when it cannot go on. Any thread. */
    interface DiskServer extends AutoCloseable {
        /** Whether the server is running. */
        boolean isRunning();

        /**
         * Makes new copies of all parts that another server of the same service held, which is gone for good, so that
         * every part has its number of copies again. Parts that are being written are left out: call it again until
         * none is left. Costs reading and writing once what that server held.
         *
         * @param lost {@code host:port} of the server that is gone
         * @param copied receives the progress
         * @return how many parts are left
         * @throws PraghException when that server is still there, or copies cannot be made; existing copies are kept
         */
        int replace(String lost, Copied copied);

        @Override
        void close();
    }

    /** Receives progress in copied parts. */
    @FunctionalInterface
    interface Copied {
        /** Reports {@code done} copied parts of {@code all}. */
        void parts(int done, int all);
    }

    /**
     * Starts a server. Its former data in the folder is available again if host and port are the same.
     *
     * @param service {@code scheme://host:port}, the address of the service's directory
     * @param folder the server's folder; created if it does not exist
     * @param host an address of this machine for other machines; the server listens on no other
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
