package io.pragh.tinkerpop.config;

/** docs/configuration.md, from {@link NodeOption}. Stateless. */
public final class ConfigurationReference {
    private static final String HEAD = """
            # Configuration

            Every option of a node. Written by `bin/pragh server --describe-config > docs/configuration.md`; a test fails when this page is
            not what that prints.

            A node process is configured by one YAML file, `bin/pragh server --config node.yaml`, whose sections are below. The same options
            have names as `pragh.*` properties, for `--graph-config` and for `PraghGraph.open` in an application, and some are flags of
            `bin/pragh server`. A file says it all: flags beside it, other than those about loading, are refused. Bytes may be written with
            `k`, `m`, `g` or `t`, which are powers of 1,024. An option that does not exist, has another type, or cannot be had (a port in use,
            a ZooKeeper that does not answer, more memory than the machine has) is told in one line that names it; the exit code is 2, and
            nothing is left behind.

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
