package io.pragh.core.property.catalogue;

import io.pragh.core.address.HomeMap;
import io.pragh.core.api.Transaction;
import io.pragh.core.base.PraghException;
import io.pragh.core.property.element.Bodies;
import io.pragh.core.property.element.ElementKeys;
import io.pragh.core.property.element.VertexCodec;
import io.pragh.core.property.value.ValueCodec;
import io.pragh.core.property.value.ValueInput;
import io.pragh.core.property.value.ValueOutput;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The graph's variables in one transaction, all in one value. One thread at a time. */
public final class Variables {
    private final Transaction transaction;
    private final long key;
    private final int bytesMax;
    private @Nullable Map<String, Object> changed;

    /** The variables that a transaction sees; {@code bytesMax} is the largest value that can be stored. */
    public Variables(Transaction transaction, HomeMap homes, int bytesMax) {
        this.key = ElementKeys.variables(homes);
        this.transaction = transaction;
        this.bytesMax = bytesMax;
    }

    /** Whether a variable was changed. */
    public boolean isChanged() {
        return changed != null;
    }

    /** Returns all variables; the caller must not change the map. Cost: one READ until one is changed. */
    public Map<String, Object> all() {
        Map<String, Object> own = changed;
        return Collections.unmodifiableMap(own != null ? own : read());
    }

    private Map<String, Object> read() {
        Map<String, Object> all = new LinkedHashMap<>();
        byte[] body = Bodies.read(transaction, key);
        if (body != null) {
            ValueInput in = new ValueInput(body, 0);
            for (int count = in.getLength(); count > 0; count--) {
                String key = in.getText();
                Object value = ValueCodec.read(in);
                if (value == null) {
                    throw new PraghException("a variable has no value; it was not written by this codec: key=" + key);
                }
                all.put(key, value);
            }
        }
        return all;
    }

    /** Sets a variable, or removes it (null). */
    public void set(String key, @Nullable Object value) {
        ValueCodec.check(value);
        Map<String, Object> own = changed;
        if (own == null) {
            own = read();
            changed = own;
        }
        if (value == null) {
            own.remove(key);
        } else {
            own.put(key, value);
        }
    }

    /** Writes the variables in the transaction if they were changed. */
    public void write() {
        Map<String, Object> own = changed;
        if (own != null) {
            ValueOutput out = new ValueOutput().putCount(own.size());
            own.forEach((key, value) -> ValueCodec.write(out.putText(key), value));
            byte[] body = out.toBytes();
            VertexCodec.checkBytes(
                    body, bytesMax, () -> "the graph's variables, which are one value: count=" + own.size());
            transaction.write(key, body);
        }
    }
}
