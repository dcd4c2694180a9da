package io.posthorn.core.url;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.posthorn.core.input.FieldError;
import io.posthorn.core.input.InvalidInputException;
import java.net.URI;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TargetUrlTest {
  @ParameterizedTest
  @CsvSource({
    "HTTPS://Example.COM/Hook, https://example.com/Hook",
    "https://example.com:443/a, https://example.com/a",
    "http://example.com:80/a, http://example.com/a",
    "https://example.com:80/a, https://example.com:80/a",
    "http://example.com:443/a, http://example.com:443/a",
    "https://example.com:08443/a, https://example.com:8443/a",
    "https://example.com:/a, https://example.com/a",
    "https://example.com:1/, https://example.com:1/",
    "https://example.com:65535/, https://example.com:65535/",
    "https://example.com, https://example.com/",
    "https://example.com?q=1, https://example.com/?q=1",
    "https://example.com:443?q=1, https://example.com/?q=1",
    "https://example.com., https://example.com/",
  })
  void scheme_and_host_are_lower_case_default_port_dropped_empty_path_is_a_slash(
      String written, String normal) {
    assertThat(TargetUrl.parse(written).text()).isEqualTo(normal);
  }

  @ParameterizedTest
  @CsvSource({
    "https://example.com/a, example.com:443",
    "http://example.com/a:1, example.com:80",
    "https://example.com:8443/a, example.com:8443",
    "http://example.com:443/a, example.com:443",
    "https://[2001:db8::1]/a, [2001:db8::1]:443",
    "https://[2001:db8::1]:8443/a, [2001:db8::1]:8443",
  })
  void urls_that_connect_to_the_same_host_and_port_share_one_text(String url, String text) {
    assertThat(TargetUrl.parse(url).hostAndPort()).isEqualTo(text);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://example.com/A/../b//c/./?X=%7e&x=%7E",
        "https://example.com/a;b=c,d@e:f!$&'()*+~_-.",
        "https://example.com/?a[]=1&b=/?:@&u=https://other.example:99/",
        "https://example.com/a?",
        "https://my_service:8443/hook",
        "https://192.0.2.1/hook",
        "https://1.example/",
        "https://1e3.0xg/",
        "https://xn--bcher-kva.example/",
      })
  void the_rest_is_kept_byte_for_byte(String url) {
    assertThat(TargetUrl.parse(url).text()).isEqualTo(url);
  }

  @ParameterizedTest
  @CsvSource({
    "https://BÜCHER.example/, https://xn--bcher-kva.example/",
    "https://日本。jp./, https://xn--wgv71a.jp/",
    "https://１９２.0.2.1/, https://192.0.2.1/",
  })
  void a_host_in_other_scripts_is_compared_in_its_ascii_form(String written, String normal) {
    assertThat(TargetUrl.parse(written).text()).isEqualTo(normal);
  }

  @ParameterizedTest
  @CsvSource({
    "[2001:DB8:0:0:0:0:0:1], [2001:db8::1]",
    "[0:0:0:0:0:0:0:0], [::]",
    "[0:0:0:0:0:0:0:1], [::1]",
    "[1:0:0:0:0:0:0:0], [1::]",
    "[2001:db8:0:1:1:1:1:1], [2001:db8:0:1:1:1:1:1]",
    "[2001:0:0:1:0:0:0:1], [2001:0:0:1::1]",
    "[1:0:0:2:3:0:0:4], [1::2:3:0:0:4]",
    "[::FFFF:192.0.2.1], [::ffff:192.0.2.1]",
    "[::ffff:c000:201], [::ffff:192.0.2.1]",
    "[64:ff9b::192.0.2.1], [64:ff9b::c000:201]",
  })
  void an_ipv6_address_has_one_form(String written, String normal) {
    assertThat(TargetUrl.parse("https://" + written + ":443/a").text())
        .isEqualTo("https://" + normal + "/a");
    assertThat(TargetUrl.parse("https://" + written).text()).isEqualTo("https://" + normal + "/");
  }

  @ParameterizedTest
  @CsvSource({
    "https://example.com, https, example.com, 443",
    "http://example.com/a:9, http, example.com, 80",
    "https://example.com:8443/a?b=]:1, https, example.com, 8443",
    "https://[2001:db8::1], https, 2001:db8::1, 443",
    "http://[::1]:8080/x:y, http, ::1, 8080",
  })
  void a_url_knows_its_scheme_host_and_port(String text, String scheme, String host, int port) {
    TargetUrl url = TargetUrl.parse(text);

    assertThat(url.scheme()).isEqualTo(scheme);
    assertThat(url.host()).isEqualTo(host);
    assertThat(url.port()).isEqualTo(port);
  }

  @Test
  void urls_of_one_endpoint_have_one_endpoint_id() {
    assertThat(TargetUrl.parse("HTTPS://Example.com.:443").endpointOf("acme"))
        .isEqualTo(TargetUrl.parse("https://example.com/").endpointOf("acme"))
        .isNotEqualTo(TargetUrl.parse("https://example.com/").endpointOf("other"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://example.com/a\r\nHost: evil",
        "https://example.com/a\nb",
        "https://exa\tmple.com/",
        "https://example.com/\u0000",
        "https://example.com/\u007F",
        "https://example.com/\u0085",
      })
  void cr_lf_and_control_characters_are_refused(String url) {
    assertThat(refusal(url)).contains("control character");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "\" https://example.com/\" | space",
        "\"https://example.com/ \" | space",
        "https://example.com/a b | %20",
        "https://example.com\\@evil.example/ | backslash",
        "https://example.com/#part | fragment",
        "https://example.com/a# | fragment",
        "https://user@example.com/ | user name",
        "https://user:secret@example.com/ | user name",
        "https://@example.com/ | user name",
        "ftp://example.com/ | https://",
        "javascript:alert(1) | https://",
        "https:example.com | https://",
        "https:/example.com | https://",
        "//example.com/ | https://",
        "example.com | https://",
        "http\u017F://example.com/ | https://",
        "https:// | no host",
        "https:///path | no host",
        "https://?q | no host",
        "https://:443/ | no host",
        "https://./ | no host",
        "https://example.com:0/ | port",
        "https://example.com:65536/ | port",
        "https://example.com:99999999999999/ | port",
        "https://example.com:-1/ | port",
        "https://example.com:+80/ | port",
        "https://example.com:80:80/ | port",
        "https://example.com:8O/ | port",
        "https://example..com/ | empty",
        "https://example.com../ | empty",
        "https://.example.com/ | empty",
        "https://exa%6Dple.com/ | percent-encoding",
        "https://exa!mple.com/ | an invalid character",
        "https://a]b/ | an invalid character",
        "https://／evil.example/ | an invalid character",
        "https://-a.example/ | hyphen",
        "https://a-.example/ | hyphen",
        "https://fa\u00DF.example/ | U+00DF",
        "https://\uD800.example/ | cannot be converted",
        "https://127.1/ | IPv4",
        "https://2130706433/ | IPv4",
        "https://0x7f.0.0.1/ | IPv4",
        "https://a.0x7f/ | IPv4",
        "https://0177.0.0.1/ | IPv4",
        "https://1.2.3.256/ | IPv4",
        "https://1.2.3.4.5/ | IPv4",
        "https://1.2.3.0x4/ | IPv4",
        "https://a.b.c.1/ | IPv4",
        "https://[::1/ | bracket",
        "https://[::1]a/ | bracket",
        "https://[::1%25eth0]/ | zone",
        "https://[fe80::1%1]/ | zone",
        "https://[]/ | IPv6",
        "https://[1.2.3.4]/ | IPv6",
        "https://[1::2::3]/ | IPv6",
        "https://[[::1]]/ | IPv6",
        "https://[v1.a]/ | IPv6",
        "https://[::１]/ | IPv6",
        "https://example.com/é | percent-encode",
        "https://example.com/?q=日 | percent-encode",
        "https://example.com/a{b} | %7B",
        "https://example.com/a[0] | %5B",
        "https://example.com/?a<b | %3C",
        "https://example.com/% | %25",
        "https://example.com/%4 | %25",
        "https://example.com/%zz | %25",
      })
  void ambiguous_or_smuggling_urls_are_refused(String url, String reason) {
    assertThat(refusal(url)).contains(reason);
  }

  @Test
  void an_empty_url_is_refused() {
    assertThat(refusal("")).contains("https://");
  }

  @Test
  void a_url_has_at_most_2048_characters() {
    String start = "https://example.com/";
    String longest = start + "a".repeat(2_048 - start.length());

    assertThat(TargetUrl.parse(longest).text()).hasSize(2_048);
    assertThat(refusal(longest + "a")).contains("2,048");
  }

  @Test
  void a_url_that_grows_too_long_in_normal_form_is_refused() {
    String written = "https://bücher.example/";
    String longest = written + "a".repeat(2_048 - written.length());

    assertThat(refusal(longest)).contains("2,048");
  }

  @Test
  void a_label_has_at_most_63_and_a_host_at_most_253_characters() {
    String label = "a".repeat(63);
    String host = "%s.%s.%s.%s".formatted(label, label, label, "a".repeat(61));

    assertThat(TargetUrl.parse("https://" + host + "./").host()).hasSize(253).isEqualTo(host);
    assertThat(refusal("https://" + host + "a/")).contains("253");
    assertThat(refusal("https://" + label + "a.example/")).contains("63");
  }

  @Test
  void a_normal_form_is_its_own_normal_form_and_reads_the_same_everywhere() {
    Random random = new Random(20_251);
    String alphabet = "aZ09.-:/?#@[]%_\\ \u00E9\u65E5\r=&;\uFF0E\uD83D\uDE00xX";
    int accepted = 0;
    for (int i = 0; i < 200_000; i++) {
      StringBuilder text = new StringBuilder("https://h");
      int length = random.nextInt(9);
      for (int j = 0; j < length; j++) {
        text.append(alphabet.charAt(random.nextInt(alphabet.length())));
      }
      TargetUrl url;
      try {
        url = TargetUrl.parse(text.toString());
      } catch (InvalidInputException refused) {
        continue;
      }
      accepted++;
      assertThat(TargetUrl.parse(url.text())).isEqualTo(url);
      URI uri = URI.create(url.text());
      String port = url.port() == 443 ? "" : ":" + url.port();
      assertThat(uri.getRawAuthority()).isEqualTo(url.host() + port);
      assertThat(uri.getRawUserInfo()).isNull();
      assertThat(uri.getRawFragment()).isNull();
      assertThat(uri.getRawPath()).startsWith("/");
    }
    assertThat(accepted).isGreaterThan(10_000);
  }

  @Test
  void a_refusal_points_to_the_url() {
    assertThatThrownBy(() -> TargetUrl.parse("gopher://x"))
        .isInstanceOfSatisfying(
            InvalidInputException.class,
            e ->
                assertThat(e.errors())
                    .containsExactly(
                        new FieldError("/url", "The URL must begin with https:// or http://.")));
  }

  private static String refusal(String url) {
    InvalidInputException e =
        catchThrowableOfType(InvalidInputException.class, () -> TargetUrl.parse(url));
    assertThat(e).as("refusal of %s", url).isNotNull();
    assertThat(e.errors()).hasSize(1).allMatch(error -> error.pointer().equals("/url"));
    return e.errors().getFirst().detail();
  }
}
