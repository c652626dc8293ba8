/**
 * The protocols, interleaved by hand and in every order: nodes whose one-sided operations and messages take effect when a test says
 * so. Front door: {@link io.pragh.explore.World}; the holes of the paper's protocol are in the {@code …HolesTest} classes. The code
 * under test is the production code, step by step; nothing here knows how a step works inside.
 */
@NullMarked
package io.pragh.explore;

import org.jspecify.annotations.NullMarked;
