package dev.penstock.local.sql;

import java.math.BigDecimal;
import java.sql.SQLException;
import java.util.function.BiFunction;
import java.util.function.DoubleBinaryOperator;
import java.util.function.Function;
import org.duckdb.DuckDBColumnType;
import org.duckdb.DuckDBLogicalType;
import org.duckdb.DuckDBScalarFunctionBuilder;
import org.jspecify.annotations.Nullable;

/** A function of the database that is written in Java; NULL when an argument is. Thread-safe. */
sealed interface JavaFunction {
  /** The name in the database. */
  String name();

  /** Says what the function takes, answers and does. */
  void describe(DuckDBScalarFunctionBuilder builder) throws SQLException;

  record Unary<I, O>(String name, Class<I> in, Class<O> out, Function<I, O> body)
      implements JavaFunction {
    @Override
    public void describe(DuckDBScalarFunctionBuilder builder) throws SQLException {
      builder.withParameter(type(in)).withReturnType(type(out)).withFunction(this::call);
    }

    private @Nullable O call(@Nullable I value) {
      return value == null ? null : body.apply(value);
    }
  }

  record Binary<I, J, O>(
      String name, Class<I> left, Class<J> right, Class<O> out, BiFunction<I, J, O> body)
      implements JavaFunction {
    @Override
    public void describe(DuckDBScalarFunctionBuilder builder) throws SQLException {
      builder
          .withParameter(type(left))
          .withParameter(type(right))
          .withReturnType(type(out))
          .withFunction(this::call);
    }

    private @Nullable O call(@Nullable I first, @Nullable J second) {
      return first == null || second == null ? null : body.apply(first, second);
    }
  }

  /** A function of two numbers, which DuckDB itself answers NULL for when one is NULL. */
  record Doubles(String name, DoubleBinaryOperator body) implements JavaFunction {
    @Override
    public void describe(DuckDBScalarFunctionBuilder builder) throws SQLException {
      builder
          .withParameter(type(Double.class))
          .withParameter(type(Double.class))
          .withReturnType(type(Double.class))
          .withDoubleFunction(body);
    }
  }

  /** A function of any number of texts. */
  record Text(String name, Function<String[], @Nullable String> body) implements JavaFunction {
    @Override
    public void describe(DuckDBScalarFunctionBuilder builder) throws SQLException {
      builder
          .withVarArgs(type(String.class))
          .withReturnType(type(String.class))
          .withVarArgsFunction(this::call);
    }

    private @Nullable String call(@Nullable Object[] arguments) {
      String[] texts = new String[arguments.length];
      for (int i = 0; i < texts.length; i++) {
        if (arguments[i] == null) {
          return null;
        }
        texts[i] = arguments[i].toString();
      }
      return body.apply(texts);
    }
  }

  private static DuckDBLogicalType type(Class<?> type) throws SQLException {
    if (type == BigDecimal.class) {
      return DuckDBLogicalType.decimal(38, BigNumerics.NUMERIC_SCALE);
    }
    if (type == Long.class) {
      return DuckDBLogicalType.of(DuckDBColumnType.BIGINT);
    }
    if (type == Double.class) {
      return DuckDBLogicalType.of(DuckDBColumnType.DOUBLE);
    }
    return DuckDBLogicalType.of(
        type == Boolean.class ? DuckDBColumnType.BOOLEAN : DuckDBColumnType.VARCHAR);
  }
}
