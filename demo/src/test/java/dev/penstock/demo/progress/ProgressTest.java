package dev.penstock.demo.progress;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.demo.progress.Progress.PhaseView;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProgressTest {
  private final List<String> console = new ArrayList<>();
  private final Progress progress = new Progress(console::add);

  @Test
  void aPhaseIsDoneWhenTheNextBegins() {
    progress.begin(Phase.START);
    progress.begin(Phase.OPERATIONS);

    assertThat(progress.snapshot().phases())
        .extracting(PhaseView::state)
        .containsExactly("done", "running", "waiting", "waiting", "waiting");
  }

  @Test
  void theRunningPhaseFailsWithTheRun() {
    progress.begin(Phase.START);
    progress.end(false, "failed: no port");

    assertThat(progress.snapshot().phases().get(0).state()).isEqualTo("failed");
    assertThat(progress.snapshot().outcome().line()).isEqualTo("failed: no port");
    assertThat(progress.current()).isNull();
  }

  @Test
  void notesGoToTheConsoleWithTheirTime() {
    progress.note("broker up");

    assertThat(console).singleElement().asString().matches(" +\\d+\\.\\d s  broker up");
    assertThat(progress.snapshot().notes()).isEqualTo(console);
  }
}
