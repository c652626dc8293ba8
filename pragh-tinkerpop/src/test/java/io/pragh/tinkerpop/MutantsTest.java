package io.pragh.tinkerpop;

import io.pragh.mutant.MutantContract;

class MutantsTest extends MutantContract {}
