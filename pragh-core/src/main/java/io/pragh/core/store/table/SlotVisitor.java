package io.pragh.core.store.table;

/** Receives the keys of a scan, each with the recent address word of its slot. */
@FunctionalInterface
public interface SlotVisitor {
    /** Receives one key; the address may be absent, busy or lost. */
    void visit(long key, long address);
}
