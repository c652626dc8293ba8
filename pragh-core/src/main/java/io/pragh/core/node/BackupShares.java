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

/** What a node hears of backups: it makes its share of one when a node of the cluster asks, one at a time, and brings answers. Any thread. */
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

    /** One that is being made, or was. */
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
            } catch (IOException | RuntimeException | Error failed) { // whoever asked hears why
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

    /** This node has a data folder, of which shares are made. */
    synchronized void have(Share folder) {
        share = folder;
    }

    /** Who gets answers from now on; null: nobody. */
    synchronized void hear(@Nullable Consumer<Message> heard) {
        replies = heard;
    }

    /** Takes a message that is about backups; false when it is not. */
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

    /** Ends what is under way; to be called before the node is closed. */
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
