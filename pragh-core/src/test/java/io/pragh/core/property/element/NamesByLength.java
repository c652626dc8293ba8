package io.pragh.core.property.element;

/** Names whose number is their length. */
public final class NamesByLength implements VertexCodec.Names {
    @Override
    public int vertexLabel(String name) {
        return name.length();
    }

    @Override
    public String vertexLabel(int number) {
        return "l".repeat(number);
    }

    @Override
    public int key(String name) {
        return name.length();
    }

    @Override
    public int knownKey(String name) {
        return name.length();
    }

    @Override
    public String key(int number) {
        return "k".repeat(number);
    }

    @Override
    public void identified() {}

    @Override
    public int bodyBytesMax() {
        return 16 << 20;
    }
}
