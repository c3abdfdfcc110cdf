package dev.sluice.testkit.http;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Answers with the body it got, with a file, or with an exception. */
final class EchoHandler implements HttpHandler {
    private final Path file;

    EchoHandler(Path file) {
        this.file = file;
    }

    @Override
    public @Nullable Operation identify(HttpCall call) {
        if (call.path().equals("/unidentified")) {
            throw new IllegalStateException("cannot even tell what it is");
        }
        if (call.path().equals("/elsewhere")) {
            return null;
        }
        return new Operation("echo", call.path().substring(1), "", call.query());
    }

    @Override
    public HttpReply handle(HttpCall call, Operation operation) throws Exception {
        return switch (operation.name()) {
            case "file" ->
                HttpReply.status(200)
                        .header("Content-Type", "application/octet-stream")
                        .body(HttpContent.of(file, 0, file.toFile().length()))
                        .build();
            case "echo" ->
                HttpReply.status(200)
                        .body(call.bytes(1 << 28), "application/octet-stream")
                        .build();
            case "unread" ->
                HttpReply.status(200)
                        .body("unread".getBytes(StandardCharsets.UTF_8), "text/plain")
                        .build();
            case "invalid" -> HttpReply.status(200).header("x-bad", "a\r\nb").build();
            default -> throw new IllegalStateException("no such thing");
        };
    }

    @Override
    public HttpReply refuse(HttpCall call, Operation operation, Refusal refusal) {
        return HttpReply.status(refusal.status())
                .body((refusal.code() + ": " + refusal.message()).getBytes(StandardCharsets.UTF_8), "text/plain")
                .build();
    }
}
