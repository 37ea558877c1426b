package dev.penstock.local.load;

import de.siegmar.fastcsv.reader.CloseableIterator;
import dev.penstock.local.catalog.Field;
import dev.penstock.local.catalog.Field.Mode;
import dev.penstock.local.catalog.FieldType;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * CSV files whose columns and header are found by looking at their first rows (RT-097, LD-040).
 * Immutable.
 *
 * @param format how the files are written; of it {@code skipRows} counts the header
 * @param headerGiven whether the job says how many rows to skip: 0 for no header
 */
public record CsvDetection(CsvFormat format, boolean headerGiven) implements FileFormat {
  private static final int ROWS = 500;

  @Override
  public SourceFile open(Path file) throws IOException {
    List<CsvRecord> head = head(file);
    int skipped = (int) Math.max(0, format.skipRows() - 1);
    List<CsvRecord> rows = head.subList(Math.min(skipped, head.size()), head.size());
    boolean mayHaveHeader = !rows.isEmpty() && !(headerGiven && format.skipRows() == 0);
    boolean header = mayHaveHeader && isHeader(rows);
    boolean first = header || (headerGiven && format.skipRows() > 0);
    List<CsvRecord> data = first && !rows.isEmpty() ? rows.subList(1, rows.size()) : rows;
    List<Field> columns = columns(header ? rows.get(0).cells() : List.of(), data);
    return new Detected(columns, format.skipping(skipped + (first ? 1 : 0)).open(file));
  }

  /** A file with the columns that were found. */
  private record Detected(List<Field> schema, SourceFile file) implements SourceFile {
    @Override
    public FileRows rows(List<Field> columns) throws IOException {
      return file.rows(columns);
    }
  }

  private List<CsvRecord> head(Path file) throws IOException {
    List<CsvRecord> head = new ArrayList<>();
    try (CloseableIterator<CsvRecord> records = CsvRows.records(format.reader(file), format)) {
      while (head.size() < ROWS + format.skipRows() && records.hasNext()) {
        head.add(records.next());
      }
    } catch (RuntimeException e) {
      // The rows behind are read later, and refused then.
    }
    return head;
  }

  /** Texts only, above at least one column of something else. */
  private boolean isHeader(List<CsvRecord> rows) {
    for (String cell : rows.get(0).cells()) {
      if (cell.isEmpty() || TypeGuess.of(cell) != FieldType.STRING) {
        return false;
      }
    }
    return guesses(rows.subList(1, rows.size())).stream()
        .anyMatch(guess -> guess.type() != FieldType.STRING);
  }

  private List<TypeGuess> guesses(List<CsvRecord> rows) {
    List<TypeGuess> guesses = new ArrayList<>();
    for (CsvRecord row : rows) {
      for (int i = 0; i < row.cells().size(); i++) {
        if (i == guesses.size()) {
          guesses.add(new TypeGuess());
        }
        String cell = row.cells().get(i);
        if (!cell.isEmpty() && !format.nulls().contains(cell)) {
          guesses.get(i).add(cell);
        }
      }
    }
    return guesses;
  }

  private List<Field> columns(List<String> header, List<CsvRecord> rows) {
    List<TypeGuess> guesses = guesses(rows);
    List<Field> columns = new ArrayList<>();
    Set<String> taken = new HashSet<>();
    for (int i = 0; i < Math.max(header.size(), guesses.size()); i++) {
      FieldType type = i < guesses.size() ? guesses.get(i).type() : FieldType.STRING;
      String name = i < header.size() ? name(header.get(i)) : generated(type) + "_field_" + i;
      while (!taken.add(name.toLowerCase(Locale.ROOT))) {
        name = name + "_" + i;
      }
      columns.add(Field.of(name, type, Mode.NULLABLE));
    }
    return columns;
  }

  private static String name(String cell) {
    String name = cell.strip().replaceAll("[^A-Za-z0-9_]", "_");
    return name.isEmpty() || Character.isDigit(name.charAt(0)) ? "_" + name : name;
  }

  private static String generated(FieldType type) {
    return type == FieldType.FLOAT64 ? "double" : type.name().toLowerCase(Locale.ROOT);
  }

  @Override
  public String name() {
    return format.name();
  }

  @Override
  public long maxRowBytes() {
    return format.maxRowBytes();
  }

  @Override
  public boolean toleratesBadRows() {
    return format.toleratesBadRows();
  }
}
