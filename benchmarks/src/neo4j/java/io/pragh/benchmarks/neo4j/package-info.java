/**
 * What asks Neo4j, to measure it beside Pragh. It is compiled when Neo4j's jars are fetched, because no class path of Pragh's has them; it
 * must never be asked for by name anywhere but in the loader of peers.
 */
package io.pragh.benchmarks.neo4j;
