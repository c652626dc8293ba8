/**
 * What tests of every module share: real, seeded stand-ins and the rules of the package layout. It is shipped as a
 * test-jar, so it may use the types of core and test libraries, but nothing of the modules above core.
 */
package io.pragh.testkit;
