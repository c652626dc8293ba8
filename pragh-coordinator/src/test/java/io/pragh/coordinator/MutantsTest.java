package io.pragh.coordinator;

import io.pragh.mutant.MutantContract;

class MutantsTest extends MutantContract {}
