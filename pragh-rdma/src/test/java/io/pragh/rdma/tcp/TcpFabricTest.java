package io.pragh.rdma.tcp;

import io.pragh.testkit.FabricContract;
import io.pragh.testkit.FabricNetwork;
import io.pragh.testkit.FaultPlan;
import io.pragh.testkit.FaultyNetwork;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs the contract of fabrics on {@link TcpFabric} with a shared secret. Nested classes repeat it with TLS, without
 * epoll, with a narrow window, and under those faults that a fabric must hide from its users.
 */
class TcpFabricTest extends FabricContract {
    @Override
    public FabricNetwork network(int nodes) {
        return TcpNodes.join(nodes, TcpNodes.withSecret());
    }

    @Nested
    class WithTls extends FabricContract {
        @TempDir
        static Path folder;

        private static TestAuthority authority;

        @BeforeAll
        static void makeCertificates() {
            authority = TestAuthority.in(folder);
        }

        @Override
        public FabricNetwork network(int nodes) {
            return TcpNodes.join(nodes, TcpNodes.settings(authority.member("member")));
        }
    }

    @Nested
    class WithoutEpoll extends FabricContract {
        @Override
        public FabricNetwork network(int nodes) {
            return TcpNodes.join(nodes, TcpNodes.withSecret("epoll", "false"));
        }
    }

    @Nested
    class WithANarrowWindow extends FabricContract {
        @Override
        public FabricNetwork network(int nodes) {
            return TcpNodes.join(nodes, TcpNodes.withSecret("flightBytes", String.valueOf(1 << 20), "threads", "2"));
        }
    }

    @Nested
    class UnderAllThatAHealthyFabricMayDo extends FabricContract {
        @Override
        public FabricNetwork network(int nodes) {
            return TcpNodes.join(nodes, TcpNodes.withSecret(), new FaultyNetwork(FaultPlan.benign(4))::wrap);
        }
    }
}
