package dev.penstock.local.load;

import dev.penstock.local.catalog.Field;
import java.io.IOException;
import java.util.List;

/** A file that a load job reads. One owner thread. */
public interface SourceFile {
  /** The columns that the file itself declares; empty for a format that declares none. */
  List<Field> schema();

  /**
   * Reads the file's rows.
   *
   * @param columns what each row is to have; fields of the file that are not among them are left
   *     out
   * @throws dev.penstock.local.catalog.ServiceException 400 when a field of the file cannot be in
   *     the column of its name
   */
  FileRows rows(List<Field> columns) throws IOException;
}
