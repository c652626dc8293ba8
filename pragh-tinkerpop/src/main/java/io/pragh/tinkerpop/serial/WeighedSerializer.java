package io.pragh.tinkerpop.serial;

import org.apache.tinkerpop.shaded.kryo.Kryo;
import org.apache.tinkerpop.shaded.kryo.KryoException;
import org.apache.tinkerpop.shaded.kryo.Serializer;
import org.apache.tinkerpop.shaded.kryo.io.Input;
import org.apache.tinkerpop.shaded.kryo.io.Output;
import org.apache.tinkerpop.shaded.kryo.util.ObjectMap;

/** Reads by another serializer, and refuses collections that would take too long to hash. One thread. */
final class WeighedSerializer extends Serializer<Object> {
    private final Serializer<Object> each;
    private final HashCost cost;

    WeighedSerializer(Serializer<Object> each, HashCost cost) {
        super(each.getAcceptsNull(), each.isImmutable());
        this.each = each;
        this.cost = cost;
    }

    @Override
    public void write(Kryo kryo, Output out, Object value) {
        each.write(kryo, out, value);
    }

    @Override
    @SuppressWarnings("unchecked") // the context has no types
    public Object read(Kryo kryo, Input in, Class<Object> type) {
        ObjectMap<Object, Object> context = kryo.getGraphContext(); // empty again when a whole object was read
        if (context.put(HashCost.class, cost) == null) {
            cost.forget();
        }
        Object read = each.read(kryo, in, type);
        String why = read == null ? null : cost.add(read);
        if (why != null) {
            throw new KryoException("an object was made to exhaust who reads it: " + why);
        }
        return read;
    }
}
