package io.pragh.testkit;

/**
 * What every fabric must do. A fabric's test extends it with a way to make networks. The parts are written down in the interfaces, one
 * subject each.
 */
public abstract class FabricContract
        implements OneSidedContract,
                BatchContract,
                BulkContract,
                ConcurrencyContract,
                FencingContract,
                MessageContract,
                CrashContract {}
