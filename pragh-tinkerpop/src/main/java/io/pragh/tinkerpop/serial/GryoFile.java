package io.pragh.tinkerpop.serial;

import java.util.List;
import java.util.Set;
import org.apache.tinkerpop.gremlin.structure.Direction;
import org.apache.tinkerpop.gremlin.structure.T;
import org.apache.tinkerpop.gremlin.structure.io.Mapper;
import org.apache.tinkerpop.gremlin.structure.io.gryo.GryoMapper;
import org.apache.tinkerpop.gremlin.structure.io.gryo.GryoReader;
import org.apache.tinkerpop.gremlin.structure.io.gryo.VertexTerminator;
import org.apache.tinkerpop.gremlin.structure.util.star.StarGraph;
import org.apache.tinkerpop.shaded.kryo.Kryo;
import org.apache.tinkerpop.shaded.kryo.KryoException;
import org.apache.tinkerpop.shaded.kryo.Registration;
import org.apache.tinkerpop.shaded.kryo.Serializer;
import org.apache.tinkerpop.shaded.kryo.io.Input;
import org.apache.tinkerpop.shaded.kryo.io.Output;

/**
 * Gryo, restricted to the contents of graph files: vertices, edges and their values. All else that Gryo knows
 * (strategies, bytecode, lambdas, classes by name) is refused, because reading it uses Java's serialization, or loads
 * a class, or both. Stateless.
 */
public final class GryoFile {
    private static final int DEPTH_MAX = 64;

    /** The classes of a vertex's parts in a file. */
    private static final Set<Class<?>> PARTS =
            Set.of(StarGraph.class, VertexTerminator.class, Direction.class, T.class, String.class);

    /** Packages of the JDK all of whose classes in Gryo are values, with serializers that make nothing else. */
    private static final List<String> PACKAGES =
            List.of("java.math.", "java.net.", "java.sql.", "java.time.", "java.util.");

    private static final Set<Class<?>> OF_LANGUAGE =
            Set.of(StringBuilder.class, StringBuffer.class, Object[].class, String[].class, java.nio.ByteBuffer.class);

    private GryoFile() {}

    /** A reader of files. One thread. */
    public static GryoReader reader() {
        return GryoReader.build().mapper(mapper()).create();
    }

    /** The mapper for the contents of files; one for each file. */
    public static Mapper<Kryo> mapper() {
        return () -> {
            GryoMapper gryo = GryoMapper.build().create();
            Kryo kryo = gryo.createMapper();
            kryo.setMaxDepth(DEPTH_MAX);
            HashCost cost = new HashCost();
            gryo.getTypeRegistrations().forEach(type -> hold(kryo.getRegistration(type.getId()), cost));
            return kryo;
        };
    }

    /** Changes the registration. */
    @SuppressWarnings("unchecked") // registrations have no type
    private static void hold(Registration of, HashCost cost) {
        Class<?> type = of.getType();
        boolean value = type.isArray() && type.getComponentType().isPrimitive()
                || OF_LANGUAGE.contains(type)
                || PACKAGES.stream().anyMatch(type.getName()::startsWith);
        if (value) {
            of.setSerializer(new WeighedSerializer(of.getSerializer(), cost));
        } else if (!PARTS.contains(type)) {
            of.setSerializer(new Refused(type));
        }
    }

    private static final class Refused extends Serializer<Object> {
        private final String name;

        Refused(Class<?> type) {
            this.name = type.getName();
        }

        @Override
        public void write(Kryo kryo, Output out, Object value) {
            throw refusal();
        }

        @Override
        public Object read(Kryo kryo, Input in, Class<Object> type) {
            throw refusal();
        }

        private KryoException refusal() {
            return new KryoException("a graph's file has no place for objects of this class: class=" + name);
        }
    }
}
