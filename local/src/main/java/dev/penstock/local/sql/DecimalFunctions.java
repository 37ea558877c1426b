package dev.penstock.local.sql;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Map;
import java.util.Objects;
import java.util.function.BinaryOperator;
import java.util.function.Function;

/** The function {@code bq_decimal(operation, type, number, number)} of NUMERIC and BIGNUMERIC. */
final class DecimalFunctions {
  private static final Map<String, Function<BigDecimal, BigDecimal>> UNARY =
      Map.of(
          "abs", BigDecimal::abs,
          "negate", BigDecimal::negate,
          "sign", value -> BigDecimal.valueOf(value.signum()),
          "sqrt", DecimalMath::sqrt,
          "exp", DecimalMath::exp,
          "ln", DecimalMath::ln,
          "log10", DecimalMath::log10,
          "ceil", value -> value.setScale(0, RoundingMode.CEILING),
          "floor", value -> value.setScale(0, RoundingMode.FLOOR));
  private static final Map<String, BinaryOperator<BigDecimal>> BINARY =
      Map.of(
          "add", BigDecimal::add,
          "subtract", BigDecimal::subtract,
          "multiply", BigDecimal::multiply,
          "mod", DecimalFunctions::mod,
          "div", DecimalFunctions::div,
          "pow", DecimalMath::pow,
          "log", DecimalMath::log,
          "round", (value, digits) -> round(value, digits, RoundingMode.HALF_UP),
          "round_even", (value, digits) -> round(value, digits, RoundingMode.HALF_EVEN),
          "trunc", (value, digits) -> round(value, digits, RoundingMode.DOWN));

  private DecimalFunctions() {}

  /** The text of the result of an operation on the texts of numbers. */
  static String apply(String[] arguments) {
    BigDecimal first = new BigDecimal(arguments[2]);
    BigDecimal result =
        arguments.length == 3
            ? operation(UNARY, arguments[0]).apply(first)
            : operation(BINARY, arguments[0]).apply(first, new BigDecimal(arguments[3]));
    return arguments[1].equals("NUMERIC")
        ? BigNumerics.numeric(result).toPlainString()
        : BigNumerics.bigNumeric(result);
  }

  private static <F> F operation(Map<String, F> operations, String name) {
    return Objects.requireNonNull(operations.get(name), name);
  }

  private static BigDecimal round(BigDecimal value, BigDecimal digits, RoundingMode mode) {
    return DecimalMath.round(value, digits.longValueExact(), mode);
  }

  private static BigDecimal mod(BigDecimal dividend, BigDecimal divisor) {
    requireDivisor(dividend, divisor);
    return dividend.remainder(divisor);
  }

  private static BigDecimal div(BigDecimal dividend, BigDecimal divisor) {
    requireDivisor(dividend, divisor);
    return dividend.divideToIntegralValue(divisor);
  }

  private static void requireDivisor(BigDecimal dividend, BigDecimal divisor) {
    if (divisor.signum() == 0) {
      throw new ArithmeticException("division by zero: " + BigNumerics.text(dividend) + " / 0");
    }
  }
}
