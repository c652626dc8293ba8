package io.pragh.core.property.element;

/** Names that contain their number, such as {@code k70000}. A key whose number was never asked for is unknown. */
final class NumberedNames implements VertexCodec.Names {
    /** Keys up to this number are known. */
    int known;

    private static int number(String name) {
        return Integer.parseInt(name.substring(1));
    }

    @Override
    public int vertexLabel(String name) {
        return number(name);
    }

    @Override
    public String vertexLabel(int number) {
        return "l" + number;
    }

    @Override
    public int key(String name) {
        return number(name);
    }

    @Override
    public int knownKey(String name) {
        return number(name) <= known ? number(name) : 0;
    }

    @Override
    public String key(int number) {
        known = Math.max(known, number);
        return "k" + number;
    }

    @Override
    public void identified() {}

    @Override
    public int bodyBytesMax() {
        return 16 << 20;
    }
}
