package dev.penstock.local.script;

import dev.penstock.local.catalog.ServiceException;
import dev.penstock.local.sql.SqlParameter;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The variables of a script or of a call of a procedure, block by block. One owner thread. */
final class Frame {
  private final ScriptText text;
  private final String name;
  private final Deque<Map<String, SqlParameter>> blocks = new ArrayDeque<>();

  /**
   * A frame with one block.
   *
   * @param name the procedure's full name; empty for the script
   */
  Frame(ScriptText text, String name) {
    this.text = text;
    this.name = name;
    enter();
  }

  ScriptText text() {
    return text;
  }

  /** A line of a stack trace. */
  String line(ScriptStep.Place place) {
    return "At " + name + place.position();
  }

  void enter() {
    blocks.push(new LinkedHashMap<>());
  }

  void leave() {
    blocks.pop();
  }

  void declare(SqlParameter variable) {
    if (find(key(variable)) != null) {
      throw ServiceException.invalidQuery(
          "Variable '" + variable.name() + "' redeclaration is not allowed");
    }
    set(variable);
  }

  /** Sets a variable of the innermost block, whether it was there or not. */
  void set(SqlParameter variable) {
    blocks.element().put(key(variable), variable);
  }

  /**
   * Gives a variable another value.
   *
   * @throws ServiceException 400 for an unknown one
   */
  void assign(String variable, @Nullable Object value) {
    String key = variable.toLowerCase(Locale.ROOT);
    for (Map<String, SqlParameter> block : blocks) {
      SqlParameter before = block.get(key);
      if (before != null) {
        block.put(key, new SqlParameter(before.name(), before.type(), value));
        return;
      }
    }
    throw undeclared(variable);
  }

  SqlParameter load(String variable) {
    SqlParameter found = find(variable);
    if (found == null) {
      throw undeclared(variable);
    }
    return found;
  }

  private @Nullable SqlParameter find(String variable) {
    String key = variable.toLowerCase(Locale.ROOT);
    for (Map<String, SqlParameter> block : blocks) {
      if (block.containsKey(key)) {
        return block.get(key);
      }
    }
    return null;
  }

  private static ServiceException undeclared(String variable) {
    return ServiceException.invalidQuery("Undeclared variable: " + variable);
  }

  private static String key(SqlParameter variable) {
    return String.valueOf(variable.name()).toLowerCase(Locale.ROOT);
  }

  /** All that a statement sees. */
  List<SqlParameter> visible() {
    Map<String, SqlParameter> visible = new LinkedHashMap<>();
    List<Map<String, SqlParameter>> outermostFirst = new ArrayList<>(blocks);
    for (int i = outermostFirst.size() - 1; i >= 0; i--) {
      visible.putAll(outermostFirst.get(i));
    }
    return List.copyOf(visible.values());
  }
}
