/**
 * The command line, {@code bin/pragh}: {@link io.pragh.tinkerpop.cli.PraghCli} finds the commands and turns what they
 * throw into one line and an exit code. A command parses, calls and prints; what it does lives elsewhere.
 */
package io.pragh.tinkerpop.cli;
