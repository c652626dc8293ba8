package io.pragh.core.node;

import io.pragh.core.base.Joined;
import io.pragh.core.base.PraghException;
import io.pragh.core.durable.BackupProgress;
import io.pragh.core.durable.BackupWriter;
import io.pragh.core.fabric.Fabric;
import io.pragh.core.fabric.Message;
import io.pragh.core.protocol.BackupReply;
import io.pragh.core.protocol.BackupReply.State;
import io.pragh.core.protocol.BackupRequest;
import io.pragh.core.protocol.MessageType;
import java.io.IOException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Handles a node's messages about backups: makes its share when a node of the cluster asks for it, one at a time, and
 * passes replies on. Any thread.
 */
final class BackupShares implements AutoCloseable {
    private final Fabric fabric;
    private @Nullable Share share;
    private @Nullable Making making;
    private @Nullable Consumer<Message> replies;
    private volatile boolean closing;

    /** Makes a share. */
    interface Share {
        /** Makes it; {@code progress} may throw to end it. */
        BackupWriter.Made write(BackupRequest request, BackupProgress progress) throws IOException;
    }

    /** A share that is being made, or was made. */
    private final class Making implements Runnable {
        final long backup;
        final BackupRequest request;
        final Share share;
        final Thread thread = new Thread(this, "pragh-backup-" + fabric.self());
        volatile BackupReply reply = reply(State.UNDER_WAY, "");

        Making(long backup, BackupRequest request, Share share) {
            this.backup = backup;
            this.request = request;
            this.share = share;
            thread.setDaemon(true);
        }

        @Override
        public void run() {
            try {
                BackupWriter.Made made = share.write(request, this::copied);
                reply = new BackupReply(
                        State.MADE,
                        made.step().bytes(),
                        made.step().bytes(),
                        made.step().number(),
                        made.step().full(),
                        made.why());
            } catch (BackupShare.TooEarlyException early) {
                reply = reply(State.TOO_EARLY, String.valueOf(early.getMessage()));
            } catch (IOException | RuntimeException | Error failed) { // the reply tells the asking node why
                reply = reply(State.FAILED, failed instanceof PraghException ? said(failed) : failed.toString());
            }
        }

        private void copied(String what, long done, long total) {
            if (closing) {
                throw new PraghException("the node ends");
            }
            reply = new BackupReply(State.UNDER_WAY, done, total, 0, false, what);
        }
    }

    BackupShares(Fabric fabric) {
        this.fabric = fabric;
    }

    private static String said(Throwable failed) {
        return String.valueOf(failed.getMessage());
    }

    private static BackupReply reply(State state, String text) {
        return new BackupReply(state, 0, 0, 0, false, text);
    }

    /** Sets the way to make shares, on a node with a data folder. */
    synchronized void have(Share folder) {
        share = folder;
    }

    /** Sets the receiver of replies from now on; null: none. */
    synchronized void hear(@Nullable Consumer<Message> heard) {
        replies = heard;
    }

    /** Handles a message about backups; false for any other. */
    boolean handle(Message message) {
        switch (message.type()) {
            case MessageType.BACKUP -> {
                BackupReply reply = answer(message.client(), BackupRequest.decode(message.payload()));
                fabric.send(new Message(
                        fabric.self(),
                        message.from(),
                        MessageType.BACKUP_REPLY,
                        message.client(),
                        message.sequence(),
                        reply.encode()));
            }
            case MessageType.BACKUP_REPLY -> heard(message);
            default -> {
                return false;
            }
        }
        return true;
    }

    private void heard(Message message) {
        Consumer<Message> who;
        synchronized (this) {
            who = replies;
        }
        if (who != null) {
            who.accept(message);
        }
    }

    private synchronized BackupReply answer(long backup, BackupRequest request) {
        Share own = share;
        if (own == null || closing) {
            return reply(State.FAILED, closing ? "the node ends" : "the node has no data folder");
        }
        Making now = making;
        if (now == null || now.backup != backup) {
            if (now != null && now.reply.state() == State.UNDER_WAY) {
                return reply(State.FAILED, "another backup is under way");
            }
            now = new Making(backup, request, own);
            making = now;
            now.thread.start();
        }
        return now.reply;
    }

    /** Ends a share in progress; to be called before the node is closed. */
    @Override
    public void close() {
        Making now;
        synchronized (this) {
            closing = true;
            now = making;
        }
        if (now != null) {
            Joined.join(now.thread);
        }
    }
}
