package io.pragh.core.fabric;

/** Handles the messages of a node's inbox, on the thread that delivers them. It must not block. */
@FunctionalInterface
public interface MessageHandler {
    /** Handles one message. */
    void handle(Message message);
}
