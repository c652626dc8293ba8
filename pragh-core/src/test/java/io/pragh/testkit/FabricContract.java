package io.pragh.testkit;

/**
 * What every fabric must do. A fabric's test extends it with a way to make networks; a test that a fabric's capabilities rule out
 * is skipped with a message. The parts are written down in the four interfaces, one subject each.
 */
public abstract class FabricContract
        implements OneSidedContract,
                BulkContract,
                ConcurrencyContract,
                FencingContract,
                MessageContract,
                CrashContract {}
