package io.pragh.tinkerpop.cli;

import java.util.concurrent.Callable;

/**
 * One command of {@code bin/pragh}: a type with picocli's {@code @Command} that returns its exit code. It is found
 * through {@link java.util.ServiceLoader}, so any module on the class path can add one. A {@link CliException} tells
 * the user what to correct. One thread.
 */
public interface CliCommand extends Callable<Integer> {}
