package io.pragh.testkit;

/**
 * Checks what every fabric must do. A fabric's test extends this class with a way to make networks. The parts are in
 * the interfaces, one subject each.
 */
public abstract class FabricContract
        implements OneSidedContract,
                BatchContract,
                BulkContract,
                ConcurrencyContract,
                FencingContract,
                MessageContract,
                CrashContract {}
