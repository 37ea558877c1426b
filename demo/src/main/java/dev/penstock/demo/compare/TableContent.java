package dev.penstock.demo.compare;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Every row of a table as canonical texts. Immutable.
 *
 * @param columns in the order of each row's cells
 * @param rows by the canonical text of the key
 * @param repeatedKeys keys that more than one row has
 */
public record TableContent(
    String table,
    List<String> columns,
    Map<String, List<@Nullable String>> rows,
    List<String> repeatedKeys) {}
