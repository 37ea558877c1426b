package dev.penstock.local.sql;

import com.google.zetasql.FileDescriptorSetsBuilder;
import com.google.zetasql.Function;
import com.google.zetasql.SimpleCatalog;
import com.google.zetasql.SimpleCatalogProtos.SimpleCatalogProto;
import com.google.zetasql.SimpleConstantProtos.SimpleConstantProto;
import com.google.zetasql.ZetaSQLType.TypeProto;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Tables and script variables beside the built-in functions of another catalog: reading all
 * functions again would take longer than most statements. One owner thread at a time.
 */
final class TableCatalog extends SimpleCatalog {
  private static final long serialVersionUID = 1L;

  private final transient SimpleCatalog functions;
  private final transient Map<String, TypeProto> variables = new HashMap<>();

  /** Without tables yet. */
  TableCatalog(SimpleCatalog functions) {
    super("root");
    this.functions = functions;
  }

  /** Adds a script variable. */
  void add(SqlParameter variable) {
    variables.put(ScriptVariables.name(variable), FieldTypes.toType(variable.type()).serialize());
    addConstant(ScriptVariables.constant(variable));
  }

  @Override
  public SimpleCatalogProto serialize(FileDescriptorSetsBuilder descriptors) {
    SimpleCatalogProto.Builder all =
        functions.serialize(descriptors).toBuilder().mergeFrom(super.serialize(descriptors));
    for (SimpleConstantProto.Builder variable : all.getConstantBuilderList()) {
      TypeProto type = variables.get(variable.getNamePath(0));
      if (type != null) {
        variable.setType(type);
      }
    }
    return all.build();
  }

  @Override
  public @Nullable Function getFunctionByFullName(String name) {
    return functions.getFunctionByFullName(name);
  }
}
