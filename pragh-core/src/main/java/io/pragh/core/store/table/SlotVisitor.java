package io.pragh.core.store.table;

/** Receives the keys of a scan, each with the address word its slot held a moment ago. */
@FunctionalInterface
public interface SlotVisitor {
    /** One key; the address may be absent, busy or lost. */
    void visit(long key, long address);
}
