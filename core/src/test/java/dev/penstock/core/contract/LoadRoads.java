package dev.penstock.core.contract;

import dev.penstock.core.connection.BigQueryConnection;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.load.JobLoad;
import dev.penstock.core.load.JobLoadOptions;
import dev.penstock.core.load.ListCursor;
import dev.penstock.core.load.LoadJob;
import dev.penstock.core.load.TableLoad;
import dev.penstock.core.time.Time;
import dev.penstock.core.write.PendingLoad;
import dev.penstock.core.write.WriterOptions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Rows by a pending stream or by a file of a load job: all or none. */
final class LoadRoads {
  private final BigQueryConnection connection;
  private final Scene scene;
  private final Injection injection;
  private final boolean file;
  private final Time time = new PacedTime();

  LoadRoads(BigQueryConnection connection, Scene scene, Injection injection, boolean file) {
    this.connection = connection;
    this.scene = scene;
    this.injection = injection;
    this.file = file;
  }

  /** Loads the rows; what is thrown is part of the result. */
  Result run() {
    act(Moment.START);
    @Nullable IngestException stop = null;
    try (TableLoad load = open()) {
      for (long id : Rows.ALL) {
        ListCursor.appendAll(load, Rows.schemaOf(id, injection), List.of(Rows.row(id, injection)));
        if (id == 1) {
          act(Moment.PLANNED);
        }
      }
      act(Moment.WRITTEN);
      load.finish();
    } catch (IngestException e) {
      stop = e;
    }
    return new Result(stop == null ? Set.copyOf(Rows.ALL) : Set.of(), Set.of(), stop);
  }

  private void act(Moment moment) {
    if (injection.moment() == moment) {
      injection.act().accept(scene);
    }
  }

  private TableLoad open() {
    return file
        ? JobLoad.open(
            connection,
            scene.destination(),
            new LoadJob(
                "load_" + scene.table(),
                Map.of(),
                LoadJob.Disposition.APPEND,
                Duration.ofMinutes(10)),
            JobLoadOptions.defaults(),
            time)
        : PendingLoad.open(connection, scene.destination(), oneRowARequest(), time);
  }

  private WriterOptions oneRowARequest() {
    return Rows.options(injection).maxBatchBytes(1).maxInFlightBytes(1).build();
  }
}
