package dev.penstock.core.reader;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** The fields that options mark as JSON or GEOGRAPHY, and whether each path was met. One use. */
final class ProtoMarks {
  /** What a field is marked as. */
  enum Mark {
    NONE,
    JSON,
    GEOGRAPHY
  }

  private final ProtoOptions options;
  private final SchemaRefusals refusals = new SchemaRefusals();
  private final ProtoOptionSearch search;
  private final Set<String> met = new HashSet<>();

  ProtoMarks(ProtoOptions options, Descriptor root) {
    this.options = options;
    this.search = new ProtoOptionSearch(root, refusals);
  }

  /** What a field is marked as; NONE when it cannot be what it is marked as. */
  Mark of(String path, FieldDescriptor field) {
    met.add(path);
    boolean json =
        isMarkedBy(options.jsonFieldOptions(), path, field)
            || options.jsonFieldPaths().contains(path);
    boolean geography =
        isMarkedBy(options.geographyFieldOptions(), path, field)
            || options.geographyFieldPaths().contains(path);
    if (json && geography) {
      refusals.refuse(path, "is marked as JSON and as GEOGRAPHY", "Mark it as one of them");
      return Mark.NONE;
    }
    if (json) {
      return json(path, field);
    }
    return geography ? geography(path, field) : Mark.NONE;
  }

  private Mark json(String path, FieldDescriptor field) {
    if (isText(field) || (isMessage(field) && !field.isMapField())) {
      return Mark.JSON;
    }
    refusals.refuse(
        path,
        "is marked as JSON, and is " + describe(field),
        "Mark messages and strings, or the value of the map");
    return Mark.NONE;
  }

  private Mark geography(String path, FieldDescriptor field) {
    if (isText(field)) {
      return Mark.GEOGRAPHY;
    }
    refusals.refuse(path, "is marked as GEOGRAPHY, and is " + describe(field), "Mark strings only");
    return Mark.NONE;
  }

  private static boolean isText(FieldDescriptor field) {
    return field.getType() == FieldDescriptor.Type.STRING;
  }

  private static boolean isMessage(FieldDescriptor field) {
    return field.getJavaType() == FieldDescriptor.JavaType.MESSAGE;
  }

  private boolean isMarkedBy(List<ProtoFieldOption> marks, String path, FieldDescriptor field) {
    boolean marked = false;
    for (ProtoFieldOption mark : marks) {
      marked |= search.isSet(mark, field, path);
    }
    return marked;
  }

  private static String describe(FieldDescriptor field) {
    if (field.isMapField()) {
      return "a map";
    }
    return isMessage(field)
        ? "the message " + field.getMessageType().getFullName()
        : "of type " + field.toProto().getType().name().substring("TYPE_".length());
  }

  /** What is wrong with the marks, once all fields were met. */
  List<String> refusals() {
    refuseUnmet("jsonFieldPaths", options.jsonFieldPaths());
    refuseUnmet("geographyFieldPaths", options.geographyFieldPaths());
    return refusals.list();
  }

  private void refuseUnmet(String option, Set<String> paths) {
    for (String path : new TreeSet<>(paths)) {
      if (!met.contains(path)) {
        refusals.add(
            option
                + ": "
                + path
                + " (expected: a field that becomes a column, by its names in the .proto file).");
      }
    }
  }
}
