package io.posthorn.bench.report;

import io.posthorn.bench.process.BenchException;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

/** The rows of the table, in their order. */
public enum Row {
  CEILING("Apache HttpClient 5 async in a closed loop, same body size, same sink, no storage"),
  BATCH("events in batches of 100, 1,000 subscriptions with filters on 100 endpoints, one match"),
  SINGLE("one event per post, 64 connections"),
  FAN_OUT("one event to 1,000 subscriptions on 100 endpoints"),
  FIRST("the single load in the first 5 s of a new process, against a warm process"),
  SIZES("the batch load with events of 10 KB and 100 KB: server CPU for each byte"),
  SPREAD("the batch load to 1 and to 1,000 endpoints, against 100"),
  ORDERED("the batch load with order per object, against no order; p99 beside a poisoned object"),
  ISOLATION("p99 of healthy endpoints with dead, tarpit and slow ones, against all healthy"),
  BACKLOG("batch rate with messages waiting, against none"),
  BACKLOG_MEMORY("memory with those messages waiting, against none"),
  RESTART("start to ready with those messages, against an empty store"),
  ENDPOINTS("100,000 endpoints with a subscription each: restart, heap for each"),
  MATCHING("events/s through the index, 100,000 subscriptions against 1,000"),
  FOOTPRINT("start to ready on an empty store, idle memory, jar size"),
  MEMORY("the single load with a memory limit of 256 MiB (cgroup), against none"),
  GROWTH("disk space and writes per delivered message of 1 KB"),
  LONG("the batch load for twenty minutes: drift"),
  FACTORS("the batch load with one factor changed at a time"),
  KAFKA_ONE("on Kafka: the batch load on one node and one broker"),
  KAFKA_FAN_10("the same, each event to 10 subscriptions"),
  KAFKA_FAN_100("the same, each event to 100 subscriptions"),
  KAFKA_IDLE("CPU of an idle node and an idle broker"),
  KAFKA_RESTORE("an empty node restores all shards from their changelogs"),
  KAFKA_TWO("the batch load on two nodes and one broker, a separate installation");

  private final String what;

  Row(String what) {
    this.what = what;
  }

  public String what() {
    return what;
  }

  public String title() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** The rows of a default run; the others take long and run on request. */
  public static Set<Row> table() {
    return EnumSet.range(CEILING, GROWTH);
  }

  /** Finds a row by its title; the Kafka rows run together and cannot be selected. */
  public static Row of(String title) {
    for (Row row : EnumSet.range(CEILING, FACTORS)) {
      if (row.title().equals(title)) {
        return row;
      }
    }
    throw new BenchException("Unknown row '" + title + "'; --help lists the rows.");
  }
}
