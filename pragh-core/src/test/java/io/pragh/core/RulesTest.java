package io.pragh.core;

import io.pragh.mutant.RuleContract;

class RulesTest extends RuleContract {}
