package io.pragh.rdma.shm;

import io.pragh.core.fabric.Message;
import io.pragh.rdma.wire.MalformedFrameException;
import io.pragh.rdma.wire.MessageAssembler;
import io.pragh.rdma.wire.MessageInbox;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;

/** Empties the rings in a node's folder into its inbox. Any thread; one at a time, other threads return at once. */
final class Mailbag {
    /** While so many messages wait, no ring is read, and the messages stay with their senders. */
    private static final int INBOX_MESSAGES_MAX = 4_096;

    private static final String RING = "ring-";
    private static final long UNHEARD = -1;
    private static final System.Logger LOG = System.getLogger(Mailbag.class.getName());

    private final int self;
    private final Path folder;
    private final Control control;
    private final MessageInbox inbox;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, Sender> senders = new HashMap<>();
    /** Names of rings that could not be opened when they were found. */
    private final Set<String> unopened = new HashSet<>();

    private long heard = UNHEARD;

    /** One life of another node. */
    private static final class Sender {
        private final int node;
        private final long epoch;
        private final Ring ring;
        private final MessageAssembler assembler;
        private boolean broken;

        Sender(int node, long epoch, Ring ring, MessageAssembler assembler) {
            this.node = node;
            this.epoch = epoch;
            this.ring = ring;
            this.assembler = assembler;
        }
    }

    /** Knows which lives of nodes go on. */
    interface Lives {
        boolean goesOn(int node, long epoch);
    }

    Mailbag(int self, Path folder, Control control, MessageInbox inbox) {
        this.self = self;
        this.folder = folder;
        this.control = control;
        this.inbox = inbox;
    }

    /** Name of the ring file to which a node of this life sends. */
    static String ringName(int from, long epoch) {
        return RING + from + "-" + epoch;
    }

    /** Empties the rings, as far as the inbox has room. */
    void empty() {
        if (!lock.tryLock()) {
            return;
        }
        try {
            long bell = control.bell();
            if (bell != heard) {
                look();
                heard = bell;
            }
            senders.values().forEach(this::empty);
        } finally {
            lock.unlock();
        }
    }

    /**
     * Removes the rings of lives that are over, once they are read. A life whose ring is known has begun, so it is
     * over if it does not go on. Rings that could not be opened are looked for again; to be called now and then.
     */
    void removeRings(Lives lives) {
        if (!lock.tryLock()) {
            return; // they are being read
        }
        try {
            heard = unopened.isEmpty() ? heard : UNHEARD;
            unopened.removeIf(name -> !Files.exists(folder.resolve(name)));
            senders.entrySet().removeIf(named -> {
                Sender sender = named.getValue();
                boolean over = !lives.goesOn(sender.node, sender.epoch) && (sender.broken || sender.ring.isEmpty());
                return over && isRemoved(folder.resolve(named.getKey()));
            });
        } finally {
            lock.unlock();
        }
    }

    private static boolean isRemoved(Path ring) {
        try {
            Files.deleteIfExists(ring);
            return true;
        } catch (IOException again) {
            return false;
        }
    }

    private void look() {
        for (Path path : ClusterFolder.list(folder)) {
            String name = String.valueOf(path.getFileName());
            if (name.startsWith(RING) && !senders.containsKey(name)) {
                int dash = name.indexOf('-', RING.length());
                int from = Integer.parseInt(name.substring(RING.length(), dash));
                long epoch = Long.parseLong(name.substring(dash + 1));
                try {
                    senders.put(name, new Sender(from, epoch, Ring.of(path), new MessageAssembler(from, self)));
                    unopened.remove(name);
                } catch (IOException notYet) {
                    logOnce(path, name, notYet);
                }
            }
        }
    }

    private void logOnce(Path path, String name, IOException notYet) {
        if (unopened.add(name)) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "a ring cannot be opened, and is tried again: path={0} reason={1}",
                    path,
                    notYet);
        }
    }

    private void empty(Sender sender) {
        try {
            while (!sender.broken && inbox.waiting() < INBOX_MESSAGES_MAX) {
                ByteBuffer frame = sender.ring.read();
                if (frame == null) {
                    return;
                }
                Message message = sender.assembler.take(frame);
                if (message != null) {
                    inbox.add(message);
                }
            }
        } catch (MalformedFrameException nonsense) {
            sender.broken = true;
            LOG.log(
                    System.Logger.Level.WARNING,
                    "a ring is not read any more: node={0} reason={1}",
                    self,
                    nonsense.getMessage());
        }
    }
}
