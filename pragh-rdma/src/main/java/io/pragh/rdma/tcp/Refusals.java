package io.pragh.rdma.tcp;

import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/** Counts refused callers, and logs them: at most one line a minute for each host and reason. Any thread. */
final class Refusals {
    private static final System.Logger LOG = System.getLogger(TcpFabric.class.getName());
    private static final long SILENCE_NANOS = TimeUnit.MINUTES.toNanos(1);
    private static final int REMEMBERED_MAX = 256;

    private final int self;
    private final LongAdder count = new LongAdder();
    private final LongAdder lines = new LongAdder();
    private final Map<String, Long> said = new LinkedHashMap<>();

    Refusals(int self) {
        this.self = self;
    }

    void refused(SocketAddress remote, String kind, String detail) {
        count.increment();
        String host = remote instanceof InetSocketAddress inet && inet.getAddress() != null
                ? inet.getAddress().getHostAddress()
                : String.valueOf(remote);
        if (isNews(host + ' ' + kind)) {
            lines.increment();
            LOG.log(
                    System.Logger.Level.WARNING,
                    "a peer was refused: remote={0} node={1} reason={2} detail={3}",
                    host,
                    self,
                    kind,
                    detail);
        }
    }

    private synchronized boolean isNews(String what) {
        long now = System.nanoTime();
        Long before = said.get(what);
        if (before != null && now - before < SILENCE_NANOS) {
            return false;
        }
        said.remove(what);
        said.put(what, now);
        if (said.size() > REMEMBERED_MAX) {
            said.remove(said.keySet().iterator().next());
        }
        return true;
    }

    long count() {
        return count.sum();
    }

    /** Lines logged. */
    long lines() {
        return lines.sum();
    }
}
