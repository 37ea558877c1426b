package dev.penstock.local.objects;

/**
 * Which objects to list. Immutable.
 *
 * @param prefix of their names; empty for all
 * @param delimiter up to which names behind the prefix are one entry; empty for none
 * @param startOffset the first name; empty for the first one there is
 * @param endOffset the name before which the list ends; empty for none
 * @param trailingDelimiter whether objects whose names end with their only delimiter are entries of
 *     their own too
 * @param max how many entries at most
 * @param pageToken of the page before; empty for the first page
 */
public record ListRequest(
    String prefix,
    String delimiter,
    String startOffset,
    String endOffset,
    boolean trailingDelimiter,
    int max,
    String pageToken) {}
