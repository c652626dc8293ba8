package io.pragh.core;

import io.pragh.mutant.MutantContract;

class MutantsTest extends MutantContract {}
