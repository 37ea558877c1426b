package dev.penstock.local.sql;

import com.google.common.collect.ImmutableList;
import com.google.zetasql.Constant;
import com.google.zetasql.SimpleConstantProtos.SimpleConstantProto;
import com.google.zetasql.Type;
import com.google.zetasql.TypeFactory;
import com.google.zetasql.Value;
import java.util.Locale;

/** Script variables as the analyzer knows them: by name and type, while the value stays here. */
final class ScriptVariables {
  private ScriptVariables() {}

  /** The name, which is the same in any case. */
  static String name(SqlParameter variable) {
    if (variable.name() == null) {
      throw new IllegalArgumentException("variable without a name");
    }
    return variable.name().toLowerCase(Locale.ROOT);
  }

  /** The type is that of its values; {@link TableCatalog} tells the analyzer its own. */
  static Constant constant(SqlParameter variable) {
    Type type = GeographyValues.type(FieldTypes.toType(variable.type()));
    SimpleConstantProto proto =
        SimpleConstantProto.newBuilder()
            .addNamePath(name(variable))
            .setType(type.serialize())
            .setValue(Value.createNullValue(type).serialize())
            .build();
    return Constant.deserialize(proto, ImmutableList.of(), TypeFactory.nonUniqueNames());
  }
}
