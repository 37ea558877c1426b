package dev.penstock.kafka.route;

import dev.penstock.core.table.TablePolicy;

/**
 * Everything that was compiled for rows of one pair of schemas. The readers inside have one owner
 * thread.
 */
record RowPlanned(
    RowShape columns,
    KeyPlan key,
    SequenceReader sequence,
    PartialDeleteHint partialDelete,
    TablePolicy policy) {}
