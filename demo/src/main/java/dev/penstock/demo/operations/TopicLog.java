package dev.penstock.demo.operations;

import dev.penstock.demo.converter.ExactConverter;
import dev.penstock.demo.stack.Sink;
import dev.penstock.demo.stack.Source;
import dev.penstock.demo.stack.StackException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.storage.Converter;
import org.jspecify.annotations.Nullable;

/**
 * The topic of one table as a log that can be read by position and appended to. One owner thread.
 */
final class TopicLog {
  private static final Duration POLL = Duration.ofMillis(200);

  private final Map<String, Object> client;
  private final Converter keys = new ExactConverter();
  private final Converter values = new ExactConverter();
  private final List<TopicPartition> partitions = new ArrayList<>();

  TopicLog(String bootstrap, String table) {
    keys.configure(Map.of(), true);
    values.configure(Map.of(), false);
    this.client = Map.of("bootstrap.servers", bootstrap);
    for (int partition = 0; partition < Sink.TASKS; partition++) {
      partitions.add(new TopicPartition(Source.topic(table), partition));
    }
  }

  /** The end of each partition now. */
  Map<TopicPartition, Long> end() {
    try (KafkaConsumer<byte[], byte[]> consumer = consumer()) {
      return consumer.endOffsets(partitions);
    }
  }

  /** The records between two ends. */
  List<ConsumerRecord<byte[], byte[]>> read(
      Map<TopicPartition, Long> from, Map<TopicPartition, Long> to) {
    List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
    try (KafkaConsumer<byte[], byte[]> consumer = consumer()) {
      consumer.assign(partitions);
      partitions.forEach(p -> consumer.seek(p, position(from, p)));
      while (partitions.stream().anyMatch(p -> consumer.position(p) < position(to, p))) {
        for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
          TopicPartition partition = new TopicPartition(record.topic(), record.partition());
          if (record.offset() < position(to, partition)) {
            records.add(record);
          }
        }
      }
    }
    return records;
  }

  private static long position(Map<TopicPartition, Long> positions, TopicPartition partition) {
    return positions.getOrDefault(partition, 0L);
  }

  /** Publishes records once more, unchanged and into the same partitions. */
  void republish(List<ConsumerRecord<byte[], byte[]>> records) {
    publish(
        records.stream()
            .map(
                record ->
                    new ProducerRecord<>(
                        record.topic(),
                        record.partition(),
                        record.key(),
                        record.value(),
                        record.headers()))
            .toList());
  }

  /**
   * Publishes records under another key, with the key's columns changed in the before-image too.
   */
  void republishAs(List<ConsumerRecord<byte[], byte[]>> records, Map<String, Object> key) {
    publish(
        records.stream()
            .map(
                record ->
                    new ProducerRecord<byte[], byte[]>(
                        record.topic(),
                        null,
                        changed(keys, record.topic(), record.key(), struct -> put(struct, key)),
                        changed(
                            values,
                            record.topic(),
                            record.value(),
                            struct -> put(struct.getStruct("before"), key)),
                        record.headers()))
            .toList());
  }

  private void publish(List<ProducerRecord<byte[], byte[]>> records) {
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(
            new HashMap<>(client), new ByteArraySerializer(), new ByteArraySerializer())) {
      for (ProducerRecord<byte[], byte[]> record : records) {
        producer.send(record).get();
      }
    } catch (ExecutionException e) {
      throw new StackException("A change event could not be published: " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StackException("Interrupted while publishing", e);
    }
  }

  private static byte @Nullable [] changed(
      Converter converter, String topic, byte @Nullable [] bytes, Consumer<Struct> change) {
    SchemaAndValue data = converter.toConnectData(topic, bytes);
    if (data.value() instanceof Struct struct) {
      change.accept(struct);
    }
    return converter.fromConnectData(topic, data.schema(), data.value());
  }

  private static void put(Struct struct, Map<String, Object> fields) {
    fields.forEach(struct::put);
  }

  private KafkaConsumer<byte[], byte[]> consumer() {
    return new KafkaConsumer<>(
        new HashMap<>(client), new ByteArrayDeserializer(), new ByteArrayDeserializer());
  }
}
