package dev.penstock.flink;

import org.apache.flink.annotation.PublicEvolving;

/** What a {@link DestinationResolver} made of a record: a table, or that it has none. */
@PublicEvolving
public sealed interface DestinationResolution permits TableDestination, UnroutableRecord {}
