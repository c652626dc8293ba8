package io.pragh.core.store;

import io.pragh.core.cluster.ClusterView;
import io.pragh.core.fabric.Message;
import io.pragh.core.protocol.DecisionRequest;
import io.pragh.core.protocol.MessageType;
import io.pragh.core.protocol.VoteReply;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Ends the transactions of coordinators that died, at the homes of one node (rule 13). Any thread. */
// Every home decides for itself, and all decide alike: forward if and only if all participants' logs have the record. A
// home answers
// only when it has fenced the coordinator itself, so what its log says can never change again; one that has no record,
// because it was
// never asked or because it has gone back, says no for ever. Records are forgotten when the client's later commits say
// so, which a
// dead client's never do.
final class WriterRecovery {
    private static final long RESEND_NANOS = 100_000_000L;

    private final TransactionHome home;
    private final TransactionHome.Context context;
    private final boolean fenceFirst;
    private final Set<Integer> fenced = new HashSet<>();
    private final Map<Long, Map<Long, Inquiry>> inquiries = new HashMap<>();

    /** What one transaction's participants have said. */
    private static final class Inquiry {
        final Map<Integer, Boolean> testimony = new HashMap<>();
        long askedNanos;
        boolean asked;
    }

    WriterRecovery(TransactionHome home, TransactionHome.Context context, boolean fenceFirst) {
        this.home = home;
        this.context = context;
        this.fenceFirst = fenceFirst;
    }

    synchronized void fenced(int node) {
        fenced.add(node);
    }

    synchronized boolean isFenced(int node) {
        return fenced.contains(node);
    }

    /** Goes on with a participant whose coordinator is fenced here. */
    void poll(Participant participant, long nowNanos) {
        if (participant.stage() != Participant.Stage.LOGGED) {
            participant.rollback(word -> {}); // no record here, and none will come: nobody can go forward
            return;
        }
        List<Integer> others = participant.participants();
        Boolean forward = ask(participant, others, nowNanos);
        if (forward == null) {
            return;
        }
        forget(participant);
        if (forward) {
            participant.publish(word -> {});
        } else {
            participant.rollback(word -> {});
        }
    }

    /** Whether all have the record; null while somebody has not said. */
    private synchronized @Nullable Boolean ask(Participant participant, List<Integer> homes, long nowNanos) {
        Inquiry inquiry = inquiries
                .computeIfAbsent(participant.client, c -> new HashMap<>())
                .computeIfAbsent(participant.sequence, s -> new Inquiry());
        inquiry.testimony.put(participant.partition(), true);
        if (inquiry.testimony.containsValue(false)) {
            return false;
        }
        if (inquiry.testimony.keySet().containsAll(homes)) {
            return true;
        }
        if (!inquiry.asked || nowNanos - inquiry.askedNanos >= RESEND_NANOS) {
            inquiry.asked = true;
            inquiry.askedNanos = nowNanos;
            for (int partition : homes) {
                int node = context.view().get().nodeOf(partition);
                if (!inquiry.testimony.containsKey(partition) && node != ClusterView.NOBODY) {
                    DecisionRequest question = DecisionRequest.to(partition, participant.coordinator);
                    home.send(node, MessageType.INQUIRE, participant.client, participant.sequence, question.encode());
                }
            }
        }
        return null;
    }

    private synchronized void forget(Participant participant) {
        Map<Long, Inquiry> ofClient = inquiries.get(participant.client);
        if (ofClient != null) {
            ofClient.remove(participant.sequence);
            if (ofClient.isEmpty()) {
                inquiries.remove(participant.client);
            }
        }
    }

    /** Another home asks whether a record is here; it is answered once the coordinator is fenced here too. */
    void inquired(Message message) {
        DecisionRequest question = DecisionRequest.decode(message.payload());
        boolean mine = context.share().get().partition(question.partition()) != null;
        if (!mine || fenceFirst && !isFenced(question.node())) {
            return; // asked again later
        }
        boolean logged = context.log().find(question.partition(), message.client(), message.sequence()) != null;
        VoteReply reply = new VoteReply(logged ? 1 : 0, question.partition(), MessageType.INQUIRE);
        home.send(message.from(), MessageType.TESTIMONY, message.client(), message.sequence(), reply.encode());
    }

    synchronized void testified(Message message) {
        VoteReply reply = VoteReply.decode(message.payload());
        Map<Long, Inquiry> ofClient = inquiries.get(message.client());
        Inquiry inquiry = ofClient == null ? null : ofClient.get(message.sequence());
        if (inquiry != null) {
            inquiry.testimony.put(reply.partition(), reply.word() == 1);
        }
    }
}
