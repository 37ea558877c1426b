package dev.penstock.core.publish;

import dev.penstock.core.append.FinishedStreams;

/**
 * Rows of an append that were all with the service when its journal was written last, and whose
 * streams were committed then, or about to be. Immutable.
 *
 * @param source the fingerprint of the rows
 * @param named whether the run has an id that it may be repeated under
 * @param tableCreatedMillis which table of the name took them
 */
record SentRows(String source, boolean named, long tableCreatedMillis, FinishedStreams streams) {}
