package dev.penstock.core.table;

import com.google.api.services.bigquery.model.TableFieldSchema;
import com.google.api.services.bigquery.model.TableSchema;
import dev.penstock.core.connection.SchemaForms;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The steps from a table's schema to the one that rows need; only additions and relaxations. */
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

    /** A top-level column that stops being REQUIRED. */
    record Relax(String column) implements Step {
      @Override
      public String toString() {
        return "relax " + column;
      }
    }
  }

  boolean isEmpty() {
    return steps.isEmpty();
  }

  /**
   * The schema after the steps. Attributes that this engine does not know (descriptions, policy
   * tags, defaults) stay as they are.
   */
  TableSchema applyTo(TableSchema live) {
    TableSchema changed = live.clone();
    for (Step step : steps) {
      if (step instanceof Step.Add add) {
        NewColumn added = add.column();
        List<TableFieldSchema> siblings = siblings(changed, added.parentPath());
        siblings.add(SchemaForms.toRest(added.column()));
      } else if (step instanceof Step.Relax relax) {
        field(changed.getFields(), relax.column()).setMode("NULLABLE");
      } else {
        throw new AssertionError(step);
      }
    }
    return changed;
  }

  private static List<TableFieldSchema> siblings(TableSchema schema, List<String> parentPath) {
    List<TableFieldSchema> siblings = new ArrayList<>(schema.getFields());
    schema.setFields(siblings);
    for (String name : parentPath) {
      TableFieldSchema parent = field(siblings, name);
      siblings = new ArrayList<>(parent.getFields());
      parent.setFields(siblings);
    }
    return siblings;
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
