package dev.penstock.local.sql;

import com.google.zetasql.FileDescriptorSetsBuilder;
import com.google.zetasql.Function;
import com.google.zetasql.SimpleCatalog;
import com.google.zetasql.SimpleCatalogProtos.SimpleCatalogProto;
import org.jspecify.annotations.Nullable;

/**
 * Tables beside the built-in functions of another catalog: reading all functions again would take
 * longer than most statements. One owner thread at a time.
 */
final class TableCatalog extends SimpleCatalog {
  private static final long serialVersionUID = 1L;

  private final transient SimpleCatalog functions;

  /** Without tables yet. */
  TableCatalog(SimpleCatalog functions) {
    super("root");
    this.functions = functions;
  }

  @Override
  public SimpleCatalogProto serialize(FileDescriptorSetsBuilder descriptors) {
    return functions.serialize(descriptors).toBuilder()
        .mergeFrom(super.serialize(descriptors))
        .build();
  }

  @Override
  public @Nullable Function getFunctionByFullName(String name) {
    return functions.getFunctionByFullName(name);
  }
}
