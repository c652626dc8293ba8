package io.pragh.tinkerpop.structure;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.apache.tinkerpop.gremlin.structure.Element;
import org.apache.tinkerpop.gremlin.structure.Property;
import org.apache.tinkerpop.gremlin.structure.util.ElementHelper;
import org.apache.tinkerpop.gremlin.structure.util.StringFactory;
import org.jspecify.annotations.Nullable;

/** A property of an edge, or of a property of a vertex, as it was when it was read. Any thread. */
public final class PraghProperty<V> implements Property<V> {
    private final Element element;
    private final String key;
    private final @Nullable V value;
    private final Runnable remover;

    PraghProperty(Element element, String key, @Nullable V value, Runnable remover) {
        this.element = element;
        this.key = key;
        this.value = value;
        this.remover = remover;
    }

    /**
     * An element's stored properties that have one of the keys, or all without keys; a property is removed by its
     * key.
     */
    @SuppressWarnings("unchecked")
    static <V> Iterator<Property<V>> named(
            Element element,
            StoredValues values,
            Map<String, @Nullable Object> stored,
            String[] keys,
            Consumer<String> remover) {
        if (stored.isEmpty()) {
            return Collections.emptyIterator();
        }
        List<Property<V>> found = new ArrayList<>(stored.size());
        for (Map.Entry<String, @Nullable Object> entry : stored.entrySet()) {
            String key = entry.getKey();
            if (ElementHelper.keyExists(key, keys)) {
                V value = (V) values.seen(entry.getValue());
                found.add(new PraghProperty<>(element, key, value, () -> remover.accept(key)));
            }
        }
        return found.iterator();
    }

    @Override
    public String key() {
        return key;
    }

    @Override
    @SuppressWarnings("NullAway") // Gremlin's interfaces have no annotations for null, which is a value by option
    public V value() {
        return value;
    }

    @Override
    public boolean isPresent() {
        return true;
    }

    @Override
    public Element element() {
        return element;
    }

    @Override
    public void remove() {
        remover.run();
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Property<?> property
                && property.isPresent()
                && key.equals(property.key())
                && Objects.equals(value, property.value());
    }

    @Override
    public int hashCode() {
        return ElementHelper.hashCode((Property<?>) this);
    }

    @Override
    public String toString() {
        return StringFactory.propertyString(this);
    }
}
