package dev.penstock.core.table;

import com.google.api.services.bigquery.model.TableFieldSchema;
import com.google.api.services.bigquery.model.TableSchema;
import dev.penstock.core.connection.SchemaForms;
import dev.penstock.core.model.Column;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The steps from a table's schema to the one that rows need; none takes anything away. */
record SchemaPlan(List<Step> steps) {
  SchemaPlan {
    steps = List.copyOf(steps);
  }

  /** One change. */
  sealed interface Step {
    /** A new column at the end of its parent (RT-055). */
    record Add(NewColumn column) implements Step {
      @Override
      public String toString() {
        return "add " + column.path() + " " + column.column().type();
      }
    }

    /** A column, by its dotted path, that stops being REQUIRED. */
    record Relax(String path) implements Step {
      @Override
      public String toString() {
        return "relax " + path;
      }
    }

    /** A column, by its dotted path, that gets more room in its type. */
    record Resize(String path, Column to) implements Step {
      @Override
      public String toString() {
        return "resize " + path + " to " + to.sqlType();
      }
    }

    /** A top-level column that gets a wider type, for which REST has no call. */
    record Retype(Column from, Column to) implements Step {
      @Override
      public String toString() {
        return "change " + from.name() + " from " + from.sqlType() + " to " + to.sqlType();
      }
    }
  }

  boolean isEmpty() {
    return steps.isEmpty();
  }

  /** The steps that REST takes, in one call. */
  SchemaPlan byRest() {
    return new SchemaPlan(steps.stream().filter(step -> !(step instanceof Step.Retype)).toList());
  }

  /** The columns that are added. */
  List<NewColumn> added() {
    return steps.stream()
        .filter(Step.Add.class::isInstance)
        .map(step -> ((Step.Add) step).column())
        .toList();
  }

  /** The steps that need a statement each. */
  List<Step.Retype> bySql() {
    return steps.stream()
        .filter(Step.Retype.class::isInstance)
        .map(Step.Retype.class::cast)
        .toList();
  }

  /**
   * The schema after the steps that REST takes. Attributes that this engine does not know
   * (descriptions, policy tags, defaults) stay as they are.
   */
  TableSchema applyTo(TableSchema live) {
    TableSchema changed = live.clone();
    for (Step step : steps) {
      if (step instanceof Step.Add add) {
        children(changed, add.column().parentPath()).add(SchemaForms.toRest(add.column().column()));
      } else if (step instanceof Step.Relax relax) {
        field(changed, relax.path()).setMode("NULLABLE");
      } else if (step instanceof Step.Resize resize) {
        resize(field(changed, resize.path()), resize.to());
      } else {
        throw new AssertionError(step);
      }
    }
    return changed;
  }

  private static void resize(TableFieldSchema field, Column to) {
    field
        .setMaxLength(to.maxLength())
        .setPrecision(Optional.ofNullable(to.precision()).map(Integer::longValue).orElse(null))
        .setScale(Optional.ofNullable(to.scale()).map(Integer::longValue).orElse(null));
  }

  private static TableFieldSchema field(TableSchema schema, String path) {
    List<String> names = List.of(path.split("\\.", -1));
    int last = names.size() - 1;
    return field(children(schema, names.subList(0, last)), names.get(last));
  }

  /** The fields below a path, as a list that may grow. */
  private static List<TableFieldSchema> children(TableSchema schema, List<String> path) {
    List<TableFieldSchema> children = new ArrayList<>(schema.getFields());
    schema.setFields(children);
    for (String name : path) {
      TableFieldSchema parent = field(children, name);
      children = new ArrayList<>(parent.getFields());
      parent.setFields(children);
    }
    return children;
  }

  private static TableFieldSchema field(List<TableFieldSchema> fields, String name) {
    return fields.stream()
        .filter(field -> field.getName().equalsIgnoreCase(name))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("no column " + name));
  }

  @Override
  public String toString() {
    return steps.stream().map(Object::toString).collect(Collectors.joining(", "));
  }
}
