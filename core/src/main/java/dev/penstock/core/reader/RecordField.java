package dev.penstock.core.reader;

import java.lang.invoke.LambdaConversionException;
import java.lang.invoke.LambdaMetafactory;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.RecordComponent;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * One component of a record and its accessor, which for numbers and booleans makes no object.
 * Immutable.
 *
 * @param form of its values
 * @param values yields any component's value
 * @param longs yields a primitive whole number; null for other components
 * @param doubles yields a primitive float or double; null for other components
 * @param booleans yields a primitive boolean; null for other components
 */
record RecordField(
    JavaForm form,
    Function<Object, @Nullable Object> values,
    @Nullable ToLongFunction<Object> longs,
    @Nullable ToDoubleFunction<Object> doubles,
    @Nullable Predicate<Object> booleans) {

  /**
   * The accessor of a component.
   *
   * @throws IllegalAccessException when the record's package is not open to this one
   */
  @SuppressWarnings("unchecked") // Each function is made with the type it is cast to.
  static RecordField of(RecordComponent component, JavaForm form)
      throws IllegalAccessException, LambdaConversionException {
    Class<?> owner = component.getDeclaringRecord();
    MethodHandles.Lookup lookup = MethodHandles.privateLookupIn(owner, MethodHandles.lookup());
    MethodHandle accessor = lookup.unreflect(component.getAccessor());
    Class<?> type = component.getType();
    Object primitive = null;
    if (type == boolean.class) {
      primitive = function(lookup, accessor, Predicate.class, "test", boolean.class);
    } else if (type == double.class || type == float.class) {
      primitive = function(lookup, accessor, ToDoubleFunction.class, "applyAsDouble", double.class);
    } else if (type.isPrimitive() && type != char.class) {
      primitive = function(lookup, accessor, ToLongFunction.class, "applyAsLong", long.class);
    }
    return new RecordField(
        form,
        (Function<Object, @Nullable Object>)
            function(lookup, accessor, Function.class, "apply", Object.class),
        primitive instanceof ToLongFunction<?> longs ? (ToLongFunction<Object>) longs : null,
        primitive instanceof ToDoubleFunction<?> doubles
            ? (ToDoubleFunction<Object>) doubles
            : null,
        primitive instanceof Predicate<?> booleans ? (Predicate<Object>) booleans : null);
  }

  /** The accessor as a function that is as fast as a call. */
  private static Object function(
      MethodHandles.Lookup lookup,
      MethodHandle accessor,
      Class<?> function,
      String method,
      Class<?> result)
      throws LambdaConversionException {
    MethodType actual = accessor.type();
    MethodType erased = MethodType.methodType(result, Object.class);
    MethodType wanted = result == Object.class ? actual.wrap() : actual.changeReturnType(result);
    try {
      return LambdaMetafactory.metafactory(
              lookup,
              method,
              MethodType.methodType(function),
              erased,
              accessor,
              wanted.changeParameterType(0, actual.parameterType(0)))
          .getTarget()
          .invoke();
    } catch (LambdaConversionException | RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
  }
}
