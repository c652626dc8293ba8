package io.pragh.tinkerpop.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.net.InetSocketAddress;
import org.junit.jupiter.api.Test;

/** Checks which addresses of one process's services are told to be in each other's way. */
class PortClaimsTest {
    private final PortClaims<String> claims = new PortClaims<>();

    private static InetSocketAddress at(String address, int port) {
        return new InetSocketAddress(address, port);
    }

    @Test
    void onePortOfOneAddressGoesToOneService() {
        assertNull(claims.claim("server", at("127.0.0.1", 8182)));
        assertEquals("server", claims.claim("metrics", at("127.0.0.1", 8182)));
        assertNull(claims.claim("metrics", at("127.0.0.1", 9464)));
        assertNull(claims.claim("fabric", at("127.0.0.2", 8182)));
    }

    @Test
    void allAddressesOverlapWithEach() {
        assertNull(claims.claim("server", at("127.0.0.1", 8182)));
        assertEquals("server", claims.claim("metrics", at("0.0.0.0", 8182)));
        assertEquals("server", claims.claim("metrics", at("::", 8182)));
        assertNull(claims.claim("metrics", at("0.0.0.0", 9464)));
        assertEquals("metrics", claims.claim("fabric", at("127.0.0.2", 9464)));
    }

    @Test
    void anyPortIsInNobodysWay() {
        assertNull(claims.claim("server", at("127.0.0.1", 0)));
        assertNull(claims.claim("metrics", at("127.0.0.1", 0)));
    }

    /** Whoever tries to listen there names the host; here it must not end in a null pointer. */
    @Test
    void aHostThatIsNotKnownIsInNobodysWay() {
        assertNull(claims.claim("server", InetSocketAddress.createUnresolved("nowhere.invalid", 8182)));
        assertNull(claims.claim("metrics", at("127.0.0.1", 8182)));
        assertNull(claims.claim("fabric", InetSocketAddress.createUnresolved("nowhere.invalid", 8182)));
    }
}
