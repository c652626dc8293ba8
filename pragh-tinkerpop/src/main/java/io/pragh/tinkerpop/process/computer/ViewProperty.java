package io.pragh.tinkerpop.process.computer;

import org.apache.tinkerpop.gremlin.structure.Element;
import org.apache.tinkerpop.gremlin.structure.Property;
import org.apache.tinkerpop.gremlin.structure.util.ElementHelper;
import org.apache.tinkerpop.gremlin.structure.util.StringFactory;
import org.jspecify.annotations.Nullable;

/**
 * A property of an element that the computer made: a meta-property of a computed property, or a property in a
 * {@link ComputedGraph}.
 */
final class ViewProperty<V> implements Property<V> {
    private final Element element;
    private final String key;
    private final V value;
    private final @Nullable Runnable remover;

    /** A property; without a remover it cannot be removed. */
    ViewProperty(Element element, String key, V value, @Nullable Runnable remover) {
        this.element = element;
        this.key = key;
        this.value = value;
        this.remover = remover;
    }

    @Override
    public String key() {
        return key;
    }

    @Override
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
        if (remover == null) {
            throw Property.Exceptions.propertyRemovalNotSupported();
        }
        remover.run();
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return ElementHelper.areEqual(this, other);
    }

    @Override
    public int hashCode() {
        return ElementHelper.hashCode(this);
    }

    @Override
    public String toString() {
        return StringFactory.propertyString(this);
    }
}
