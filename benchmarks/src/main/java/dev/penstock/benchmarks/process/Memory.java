package dev.penstock.benchmarks.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The resident memory of a process over time. One owner thread. */
public final class Memory {
  private static final String RESIDENT = "VmRSS:";

  private final Path status;
  private final List<Sample> samples = new ArrayList<>();

  /** What a process took at a time since the start. */
  public record Sample(long seconds, double mb) {}

  /** The memory of a process, by its number. */
  public Memory(long pid) {
    this.status = Path.of("/proc", Long.toString(pid), "status");
  }

  /** Takes a sample; the newest one. */
  public Sample sample(long seconds) throws IOException {
    for (String line : Files.readAllLines(status)) {
      if (line.startsWith(RESIDENT)) {
        String kib = line.substring(RESIDENT.length()).replace("kB", "").strip();
        Sample sample = new Sample(seconds, Long.parseLong(kib) / 1024.0);
        samples.add(sample);
        return sample;
      }
    }
    throw new IOException(status + " tells no resident memory");
  }

  /** All samples. */
  public List<Sample> samples() {
    return List.copyOf(samples);
  }

  /** The largest. */
  public double largestMb() {
    return samples.stream().mapToDouble(Sample::mb).max().orElse(0);
  }

  /** The mean of a part of the samples, given by fractions of their number. */
  public double meanMb(double from, double to) {
    int first = (int) (from * samples.size());
    int last = Math.max(first + 1, (int) (to * samples.size()));
    return samples.subList(first, Math.min(last, samples.size())).stream()
        .mapToDouble(Sample::mb)
        .average()
        .orElse(0);
  }
}
