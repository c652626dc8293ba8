package io.pragh.rdma.tcp;

import io.pragh.core.base.PraghException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The graphs and members that a certificate is limited to, by URIs among its alternative names:
 * {@code urn:pragh:graph:people}, a node of that graph, and {@code urn:pragh:node:3}, the member of that number. A
 * certificate is held to its names. A certificate without a name of one kind is valid for all of that kind, unless
 * this node's own certificate has names of that kind: then the others need them too. Immutable.
 *
 * @param graphs the complete URIs of graphs
 * @param nodes the complete URIs of members' numbers
 */
record CertificateNames(Set<String> graphs, Set<String> nodes) {
    /** The names of a certificate that has none. */
    static final CertificateNames NONE = new CertificateNames(Set.of(), Set.of());

    private static final String BEGIN = "-----BEGIN CERTIFICATE-----";
    private static final String GRAPH = "pragh:graph:";
    private static final String NODE = "pragh:node:";
    private static final int URI_NAME = 6;

    /** The names of the first certificate in a PEM file, which may hold its key as well. */
    static CertificateNames ofFile(Path file) {
        try {
            String pem = Files.readString(file, StandardCharsets.ISO_8859_1);
            int first = Math.max(0, pem.indexOf(BEGIN)); // a file without a certificate is refused by its reader
            InputStream in = new ByteArrayInputStream(pem.substring(first).getBytes(StandardCharsets.ISO_8859_1));
            return of(CertificateFactory.getInstance("X.509").generateCertificate(in));
        } catch (IOException | CertificateException unusable) {
            throw new PraghException(
                    "no certificate can be read: certificate=" + file + " reason=" + unusable.getMessage(), unusable);
        }
    }

    /** The names of a certificate; one whose names cannot be read is valid for nothing. */
    static CertificateNames of(Certificate certificate) {
        Set<String> graphs = new HashSet<>();
        Set<String> nodes = new HashSet<>();
        try {
            Collection<List<?>> names = certificate instanceof X509Certificate known
                    ? known.getSubjectAlternativeNames() // null if it has none
                    : null;
            for (List<?> name : names == null ? List.<List<?>>of() : names) {
                String text = name.get(0).equals(URI_NAME) ? String.valueOf(name.get(1)) : "";
                if (text.startsWith("urn:" + GRAPH)) {
                    graphs.add(text);
                } else if (text.startsWith("urn:" + NODE)) {
                    nodes.add(text);
                }
            }
        } catch (CertificateException unreadable) {
            return new CertificateNames(Set.of(""), Set.of(""));
        }
        return new CertificateNames(graphs, nodes);
    }

    /**
     * The reason why these are not names of a node of a graph, or null; {@code own} are the names in this node's own
     * certificate.
     */
    @Nullable
    String problemWith(CertificateNames own, String graph, int node) {
        String ofGraph = urn(GRAPH + graph);
        String ofNode = urn(NODE + node);
        if (!graphs.contains(ofGraph) && !(graphs.isEmpty() && own.graphs.isEmpty())) {
            return "a certificate is not for this graph: named=" + graphs + " needed=" + ofGraph;
        }
        if (!nodes.contains(ofNode) && !(nodes.isEmpty() && own.nodes.isEmpty())) {
            return "a certificate is not for this member: named=" + nodes + " needed=" + ofNode;
        }
        return null;
    }

    private static String urn(String rest) {
        try {
            return new URI("urn", rest, null).toASCIIString();
        } catch (URISyntaxException impossible) {
            throw new PraghException("no URN can be made of this: rest=" + rest, impossible);
        }
    }
}
