package io.pragh.coordinator.zookeeper;

import io.pragh.core.base.PraghException;
import org.apache.zookeeper.KeeperException;

/**
 * Turns the exceptions of a ZooKeeper client into {@link PraghException}. All failures may be temporary, and so
 * retryable, except a refusal. Stateless.
 */
final class ZooKeeperFailure {
    private ZooKeeperFailure() {}

    /** An operation of several round trips. */
    @FunctionalInterface
    interface Operation<T> {
        T run() throws Exception;
    }

    static <T> T orThrow(String path, Operation<T> operation) {
        try {
            return operation.run();
        } catch (PraghException e) {
            throw e;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw of(path, e);
        } catch (Exception e) {
            throw of(path, e);
        }
    }

    static PraghException of(String path, Exception cause) {
        return cause instanceof KeeperException.NoAuthException ? Guard.lockedOut(path, cause) : passing(path, cause);
    }

    private static PraghException passing(String path, Exception cause) {
        return new PraghException(
                "ZooKeeper does not answer as it should: path=" + path + " cause=" + cause, cause, true);
    }
}
