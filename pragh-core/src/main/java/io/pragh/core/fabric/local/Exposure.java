package io.pragh.core.fabric.local;

import io.pragh.core.memory.Region;

/** A partition's memory and the node that exposes it, or that exposed it before it withdrew it. Immutable. */
record Exposure(int owner, Region region, boolean withdrawn) {}
