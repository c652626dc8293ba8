/**
 * The command line, {@code bin/pragh}: {@link io.pragh.tinkerpop.cli.PraghCli} finds the commands and turns an
 * exception into one line and an exit code. A command parses, calls and prints; the work is done elsewhere.
 */
package io.pragh.tinkerpop.cli;
