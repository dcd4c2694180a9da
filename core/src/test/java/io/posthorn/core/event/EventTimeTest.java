package io.posthorn.core.event;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EventTimeTest {
  private static Instant time(String value) {
    return EventParsing.one(EventParsing.event(",'eventTime':" + value)).eventTime();
  }

  @ParameterizedTest
  @CsvSource({
    "2026-01-31T09:30:00Z,             2026-01-31T09:30:00Z",
    "2026-01-31T09:30Z,                2026-01-31T09:30:00Z",
    "2026-01-31T09:30:00.5Z,           2026-01-31T09:30:00.500Z",
    "2026-01-31T09:30:00.123456789Z,   2026-01-31T09:30:00.123456789Z",
    "2026-01-31T09:30:00+01:00,        2026-01-31T08:30:00Z",
    "2026-01-31T09:30:00-0830,         2026-01-31T18:00:00Z",
    "2026-01-31T09:30:00+05,           2026-01-31T04:30:00Z",
    "2026-01-31T09:30:00+18:00,        2026-01-30T15:30:00Z",
    "2024-02-29T00:00:00Z,             2024-02-29T00:00:00Z",
    "1970-01-01T00:00:00Z,             1970-01-01T00:00:00Z",
    "1969-12-31T23:00:00-01:00,        1970-01-01T00:00:00Z",
    "9999-12-31T23:59:59.999999999Z,   9999-12-31T23:59:59.999999999Z",
  })
  void eventTime_is_ISO_8601_with_an_offset(String text, Instant instant) {
    assertThat(time("'" + text + "'")).isEqualTo(instant);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "today",
        "2026-01-31",
        "2026-01-31T09:30:00",
        "2026-01-31 09:30:00Z",
        "2026-01-31t09:30:00z",
        "2026-1-31T09:30:00Z",
        "2026-13-01T09:30:00Z",
        "2026-00-01T09:30:00Z",
        "2026-02-29T09:30:00Z",
        "2026-04-31T09:30:00Z",
        "2026-01-00T09:30:00Z",
        "2026-01-31T24:00:00Z",
        "2026-01-31T09:60:00Z",
        "2026-01-31T09:30:60Z",
        "2026-01-31T09:30:00.Z",
        "2026-01-31T09:30:00.1234567890Z",
        "2026-01-31T09:30:00,5Z",
        "2026-01-31T09:30:00+1",
        "2026-01-31T09:30:00+010",
        "2026-01-31T09:30:00+01:",
        "2026-01-31T09:30:00+01:60",
        "2026-01-31T09:30:00+18:01",
        "2026-01-31T09:30:00+19",
        "2026-01-31T09:30:00+01:00x",
        "2026-01-31T09:30:00ZZ",
        "2026-01-31T09:30:00Z[UTC]",
        "+2026-01-31T09:30:00Z",
        "٢٠٢٦-01-31T09:30:00Z",
        "1969-12-31T23:59:59Z",
        "1970-01-01T00:00:00+00:01",
        "9999-12-31T23:59:59-00:01"
      })
  void other_text_is_refused(String text) {
    assertThat(EventParsing.pointers(EventParsing.event(",'eventTime':'" + text + "'")))
        .containsExactly("/eventTime");
  }

  @Test
  void every_time_is_read_as_the_platform_formats_it() {
    Random random = new Random(20261115);
    DateTimeFormatter compact = DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSSSSSxx");
    for (int i = 0; i < 20_000; i++) {
      OffsetDateTime at =
          Instant.ofEpochSecond(
                  random.nextLong(86_400, 253_402_200_000L), random.nextInt(1_000_000_000))
              .atOffset(ZoneOffset.ofTotalSeconds(random.nextInt(-1080, 1081) * 60));
      assertThat(IsoDateTime.parse(at.format(DateTimeFormatter.ISO_OFFSET_DATE_TIME)))
          .isEqualTo(at.toInstant());
      assertThat(IsoDateTime.parse(at.format(compact))).isEqualTo(at.toInstant());
    }
  }

  @Test
  void eventTime_may_have_Workfronts_own_form() {
    assertThat(time("{'epochSecond': 1507318588, 'nano': 722000001}"))
        .isEqualTo(Instant.ofEpochSecond(1_507_318_588, 722_000_001));
    assertThat(time("{'nano':0,'epochSecond':0}")).isEqualTo(Instant.EPOCH);
    assertThat(time("{'epochSecond':5}")).isEqualTo(Instant.ofEpochSecond(5));
    assertThat(time("{'epochSecond':253402300799,'nano':999999999}"))
        .isEqualTo("9999-12-31T23:59:59.999999999Z");
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      delimiter = '|',
      textBlock =
          """
          {}                                             | /eventTime
          {'nano':1}                                     | /eventTime
          {'epochSecond':null}                           | /eventTime/epochSecond
          {'epochSecond':'5'}                            | /eventTime/epochSecond
          {'epochSecond':5.0}                            | /eventTime/epochSecond
          {'epochSecond':5e3}                            | /eventTime/epochSecond
          {'epochSecond':-1}                             | /eventTime/epochSecond
          {'epochSecond':253402300800}                   | /eventTime/epochSecond
          {'epochSecond':99999999999999999999999999}     | /eventTime/epochSecond
          {'epochSecond':{'a':[1]}}                      | /eventTime/epochSecond
          {'epochSecond':5,'nano':1000000000}            | /eventTime/nano
          {'epochSecond':5,'nano':-1}                    | /eventTime/nano
          {'epochSecond':5,'nanos':1}                    | /eventTime/nanos
          {'epochSecond':5,'epochSecond':5}              | /eventTime/epochSecond
          1507318588                                     | /eventTime
          [5,0]                                          | /eventTime
          true                                           | /eventTime
          """)
  void other_forms_are_refused(String value, String pointer) {
    assertThat(EventParsing.pointers("[" + EventParsing.event(",'eventTime':" + value) + "]"))
        .containsExactly("/0" + pointer);
  }
}
