package io.pragh.tinkerpop.serial;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.Serializable;
import java.util.concurrent.atomic.AtomicInteger;

/** An object that acts as soon as it is read, like the classes that attackers look for on class paths. */
public final class Trap implements Serializable {
    private static final long serialVersionUID = 1L;

    /** How often one was read in this process. */
    public static final AtomicInteger SPRUNG = new AtomicInteger();

    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
        in.defaultReadObject();
        SPRUNG.incrementAndGet();
    }
}
