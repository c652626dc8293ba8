package io.pragh.core.txn.home;

import io.pragh.core.cluster.ClusterView;
import io.pragh.core.fabric.Message;
import io.pragh.core.protocol.HomeLife;
import io.pragh.core.protocol.MessageType;
import io.pragh.core.protocol.Testimony;
import io.pragh.core.protocol.TestimonyRequest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Decides, at the homes of one node, the transactions of coordinators that died (rule 13). Used by
 * {@link TransactionHome}. Any thread.
 */
/*
 * Where logs outlive their nodes, all homes have a say, those of nodes that are away when they are back: commit when
 * all have the record, roll back when one has none. Otherwise:
 *
 * Every home decides for itself, and all remaining homes decide alike, whatever the dead ones had shown before:
 *
 *   forward  all remaining homes have the record, and have said so in the view that this home is in or a later one;
 *   back     no remaining home has the record, or will ever have one.
 *
 * In mixed cases a "no" wins: a home without a record asks all others to take theirs back, and a home that hears of
 * another without one takes its own back. A home whose log died with it has no say: if it had shown the new version,
 * all others had the record; if the old one, none had. A home answers only in a view without the coordinator, no
 * older than the asker's: then nothing of the coordinator, nor of a home that had no record and died since, can come
 * any more. DecisionModelTest makes all steps of this, in every order, with up to two deaths.
 */
final class WriterRecovery {
    private static final long RESEND_NANOS = 100_000_000L;

    private final TransactionHome home;
    private final TransactionHome.Context context;
    private final Set<Integer> fenced = new HashSet<>();
    private final Map<Name, Map<Integer, Testimony>> heard = new HashMap<>();
    private @Nullable ClusterView applied;

    private record Name(long client, long sequence) {}

    /** The conclusion of a home from the testimonies that it has heard. */
    private enum Verdict {
        FORWARD,
        BACK,
        TAKE_BACK,
        OPEN
    }

    WriterRecovery(TransactionHome home, TransactionHome.Context context) {
        this.home = home;
        this.context = context;
    }

    /** Notes a view that is in force here: the members that it has lost are fenced. */
    synchronized void applied(ClusterView view) {
        ClusterView former = applied;
        if (former != null) {
            former.members().stream()
                    .map(ClusterView.Member::node)
                    .filter(node -> !view.has(node))
                    .forEach(fenced::add);
        }
        applied = view;
    }

    synchronized boolean isFenced(int node) {
        return fenced.contains(node);
    }

    /** Continues with a participant whose coordinator is fenced here. */
    void poll(Participant participant, long nowNanos) {
        switch (participant.stage()) {
            case HOLDING, TIMESTAMP -> participant.rollback(word -> {}); // no home was asked to take a record
            case PREPARED -> {
                participant.takeBack();
                decide(participant, nowNanos);
            }
            case LOGGED, TAKEN_BACK -> decide(participant, nowNanos);
            case LOGGING, PUBLISHING, UNDOING, ENDED -> {} // its record is on its way, or it is decided
        }
    }

    private void decide(Participant participant, long nowNanos) {
        boolean recorded = participant.stage() == Participant.Stage.LOGGED;
        List<HomeLife> lives = participant.lives();
        Set<Integer> toAsk = new HashSet<>();
        Verdict verdict = view().isKept()
                ? byLogs(participant, recorded, toAsk)
                : recorded ? withRecord(participant, lives, toAsk) : withoutRecord(participant, toAsk);
        switch (verdict) {
            case FORWARD -> participant.publish(word -> {});
            case BACK -> participant.rollback(word -> {});
            case TAKE_BACK -> participant.takeBack();
            case OPEN -> {
                ask(participant, recorded, toAsk, nowNanos);
                return;
            }
        }
        forget(participant);
    }

    /** The verdict where logs outlive their nodes: all homes have a say, and their records last. */
    private synchronized Verdict byLogs(Participant participant, boolean recorded, Set<Integer> toAsk) {
        if (!recorded) {
            return Verdict.BACK; // no home can have shown the new version, nor will
        }
        for (int other : participant.participants()) {
            Testimony said = said(participant, other);
            if (other == participant.partition()) {
                continue;
            }
            if (said == null) {
                toAsk.add(other);
            } else if (!said.recorded()) {
                return Verdict.TAKE_BACK;
            }
        }
        return toAsk.isEmpty() ? Verdict.FORWARD : Verdict.OPEN;
    }

    private synchronized Verdict withRecord(Participant participant, List<HomeLife> lives, Set<Integer> toAsk) {
        ClusterView view = view();
        boolean waits = false;
        for (HomeLife other : lives) {
            boolean gone = view.nodeOf(other.partition()) == ClusterView.NOBODY;
            if (other.partition() == participant.partition() || gone) {
                continue;
            }
            Testimony said = said(participant, other.partition());
            if (said != null && said.life() == other.life() && !said.recorded()) {
                return Verdict.TAKE_BACK;
            }
            if (said == null || !isSettled(said, other, view)) {
                waits = true;
                toAsk.add(other.partition());
            }
        }
        return waits ? Verdict.OPEN : Verdict.FORWARD;
    }

    /**
     * Whether a testimony is final. A home with another life died in a view no later than the one of its testimony.
     */
    private static boolean isSettled(Testimony said, HomeLife other, ClusterView view) {
        return said.life() == other.life() ? said.view() >= view.epoch() : said.view() <= view.epoch();
    }

    private synchronized Verdict withoutRecord(Participant participant, Set<Integer> toAsk) {
        ClusterView view = view();
        for (int other : participant.participants()) {
            Testimony said = said(participant, other);
            boolean mine = other == participant.partition();
            if (!mine && view.nodeOf(other) != ClusterView.NOBODY && (said == null || said.recorded())) {
                toAsk.add(other);
            }
        }
        return toAsk.isEmpty() ? Verdict.BACK : Verdict.OPEN;
    }

    private ClusterView view() {
        ClusterView view = applied;
        return view == null ? context.view().get() : view;
    }

    private @Nullable Testimony said(Participant participant, int partition) {
        Map<Integer, Testimony> known = heard.get(new Name(participant.client, participant.sequence));
        return known == null ? null : known.get(partition);
    }

    private void ask(Participant participant, boolean recorded, Set<Integer> partitions, long nowNanos) {
        List<Integer> due = new ArrayList<>();
        ClusterView view;
        synchronized (this) {
            view = view();
            boolean again = nowNanos - participant.askedNanos >= RESEND_NANOS;
            if (!participant.everAsked || again || participant.askedWithRecord != recorded) {
                participant.everAsked = true;
                participant.askedNanos = nowNanos;
                participant.askedWithRecord = recorded;
                heard.computeIfAbsent(new Name(participant.client, participant.sequence), n -> new HashMap<>());
                due.addAll(partitions);
            }
        }
        for (int partition : due) { // not under the monitor: a home on this node answers at once
            TestimonyRequest question =
                    new TestimonyRequest(partition, participant.coordinator, view.epoch(), recorded);
            if (view.keeperOf(partition) != ClusterView.NOBODY) {
                home.send(
                        view.keeperOf(partition),
                        MessageType.INQUIRE,
                        participant.client,
                        participant.sequence,
                        question.encode());
            }
        }
    }

    private synchronized void forget(Participant participant) {
        heard.remove(new Name(participant.client, participant.sequence));
    }

    /** Answers another home's question for a record, once the coordinator is fenced here, too. */
    void inquired(Message message) {
        TestimonyRequest question = TestimonyRequest.decode(message.payload());
        ClusterView view;
        synchronized (this) {
            view = view();
        }
        boolean inForce = view.epoch() >= question.view() && !view.has(question.coordinator());
        long life = home.life(question.partition());
        boolean mine = life != TransactionHome.NOT_SERVED || context.decisions().keeps(question.partition());
        Boolean settled = mine && view.isKept() && view.epoch() >= question.view()
                ? home.settled(question.partition(), message.client(), message.sequence())
                : null; // otherwise a living coordinator may still decide
        if (settled != null && view.has(message.from())) {
            Testimony said = new Testimony(question.partition(), settled, life, view.epoch());
            home.send(message.from(), MessageType.TESTIMONY, message.client(), message.sequence(), said.encode());
            return;
        }
        if (!mine || !inForce || !view.has(message.from())) {
            return; // asked again later
        }
        boolean recorded =
                home.testifies(question.partition(), message.client(), message.sequence(), question.recorded());
        long epoch = view.epoch();
        Testimony said = new Testimony(question.partition(), recorded, life, epoch);
        home.send(message.from(), MessageType.TESTIMONY, message.client(), message.sequence(), said.encode());
    }

    /** Handles a home's testimony. A "no" is final; of several "yes" the latest counts. */
    synchronized void testified(Message message) {
        Testimony said = Testimony.decode(message.payload());
        Map<Integer, Testimony> known = heard.get(new Name(message.client(), message.sequence()));
        if (known != null && view().has(message.from())) {
            known.merge(said.partition(), said, view().isKept() ? WriterRecovery::lasting : WriterRecovery::stronger);
        }
    }

    private static Testimony lasting(Testimony before, Testimony now) {
        return before.recorded() ? now : before;
    }

    private static Testimony stronger(Testimony before, Testimony now) {
        if (before.life() != now.life()) {
            return before.view() > now.view() ? before : now;
        }
        boolean keeps = !before.recorded() || now.recorded() && before.view() >= now.view();
        return keeps ? before : now;
    }
}
