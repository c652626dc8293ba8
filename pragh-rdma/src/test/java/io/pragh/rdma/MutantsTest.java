package io.pragh.rdma;

import io.pragh.mutant.MutantContract;

class MutantsTest extends MutantContract {}
