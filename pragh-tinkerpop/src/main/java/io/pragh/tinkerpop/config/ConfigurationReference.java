package io.pragh.tinkerpop.config;

/** Generates docs/configuration.md from {@link NodeOption}. Stateless. */
public final class ConfigurationReference {
    private static final String HEAD = """
            # Configuration

            This page describes every option of a node and its server, for operators and for applications that embed a node. Read
            [Gremlin](gremlin.md) or [operating](operating.md) first. `bin/pragh server --describe-config > docs/configuration.md`
            writes this page; a test fails when the page differs from that output.

            One YAML file configures a node process: `bin/pragh server --config node.yaml`. The sections of the file are below. The
            column *elsewhere* gives the other names of an option: a `pragh.*` property, for `--graph-config` and for
            `PraghGraph.open` in an application, or a flag of `bin/pragh server`.

            - A file contains the whole configuration: `bin/pragh server` refuses flags beside it, except those about loading.
            - Bytes may be written with `k`, `m`, `g` or `t`, which are powers of 1,024.
            - An option that does not exist, has another type, or cannot be satisfied ends the process with exit code 2. Examples
              are a port in use, a ZooKeeper that does not answer, and more memory than the machine has. One line names the option,
              and nothing is left behind.

            ```yaml
            name: seven
            cluster:
              zookeeper: zk1:2181,zk2:2181,zk3:2181
              graph: people
              coordinator: eager
              founders: 3
            fabric:
              address: tcp://10.0.0.7:7000
              certificate: /etc/pragh/node.pem
              privateKey: /etc/pragh/node.key
              trusted: /etc/pragh/ca.pem
            memory:
              partitionBytesMax: 2g
              cacheBytes: 64m
            server:
              host: 10.0.0.7
              users: /etc/pragh/users.txt
              tls:
                certificate: /etc/pragh/server.pem
                key: /etc/pragh/server.key
            metrics:
              host: 10.0.0.7
              port: 9464
            ```
            """;

    private ConfigurationReference() {}

    /** The whole page. */
    public static String markdown() {
        StringBuilder page = new StringBuilder(HEAD);
        String section = "-";
        for (NodeOption option : NodeOption.values()) {
            int dot = option.path().indexOf('.');
            String its = dot < 0 ? "" : option.path().substring(0, dot);
            if (!its.equals(section)) {
                section = its;
                page.append("\n## ")
                        .append(section.isEmpty() ? "The node" : '`' + section + '`')
                        .append("\n\n");
                page.append("| option | elsewhere | type | default | meaning |\n|---|---|---|---|---|\n");
            }
            page.append("| `").append(option.path().substring(dot + 1)).append("` | ");
            page.append(elsewhere(option)).append(" | ");
            page.append(option.type().shown()).append(" | ");
            page.append(option.otherwise()).append(" | ");
            page.append(option.meaning()).append(" |\n");
        }
        return page.toString();
    }

    private static String elsewhere(NodeOption option) {
        String key = option.key() == null ? "" : '`' + option.key() + '`';
        String flag = option.flag() == null ? "" : '`' + option.flag() + '`';
        return key.isEmpty() || flag.isEmpty() ? key + flag : key + ", " + flag;
    }
}
