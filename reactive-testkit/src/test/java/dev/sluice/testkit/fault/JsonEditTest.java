package dev.sluice.testkit.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.testkit.http.HttpReply;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JsonEditTest {
    private static final String ANSWER = "{\"a\":{\"b\":1,\"c\":[10,{\"d\":2}]},\"e\":3}";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "e          | {\"a\":{\"b\":1,\"c\":[10,{\"d\":2}]}}",
                "a.b        | {\"a\":{\"c\":[10,{\"d\":2}]},\"e\":3}",
                "a.c.0      | {\"a\":{\"b\":1,\"c\":[{\"d\":2}]},\"e\":3}",
                "a.c.1.d    | {\"a\":{\"b\":1,\"c\":[10,{}]},\"e\":3}",
                "x.y        | {\"a\":{\"b\":1,\"c\":[10,{\"d\":2}]},\"e\":3}",
            })
    void drops(String path, String expected) throws IOException {
        assertThat(text(JsonEdit.drop(answer(), path))).isEqualTo(expected);
    }

    @Test
    void sets() throws IOException {
        assertThat(text(JsonEdit.set(answer(), "a.b", "x")))
                .isEqualTo("{\"a\":{\"b\":\"x\",\"c\":[10,{\"d\":2}]},\"e\":3}");
        assertThat(text(JsonEdit.set(answer(), "a.c.1.d", null))).contains("{\"d\":null}");
        assertThat(text(JsonEdit.set(answer(), "a.c.0", List.of(1, true)))).contains("[[1,true],{");
        assertThat(text(JsonEdit.set(answer(), "new.field", Map.of("k", 1))))
                .endsWith("\"new\":{\"field\":{\"k\":1}}}");
    }

    @Test
    void saysWhereThereIsNoPlace() {
        assertThatThrownBy(() -> JsonEdit.set(answer(), "e.f", 1)).hasMessageContaining("e.f");
    }

    @Test
    void keepsStatusAndHeaders() throws IOException {
        HttpReply edited = JsonEdit.drop(answer(), "e");

        assertThat(edited.status()).isEqualTo(400);
        assertThat(edited.header("content-type")).isEqualTo("application/json");
    }

    private static HttpReply answer() {
        return HttpReply.status(400)
                .body(ANSWER.getBytes(StandardCharsets.UTF_8), "application/json")
                .build();
    }

    private static String text(HttpReply reply) throws IOException {
        return new String(reply.content().bytes(), StandardCharsets.UTF_8);
    }
}
