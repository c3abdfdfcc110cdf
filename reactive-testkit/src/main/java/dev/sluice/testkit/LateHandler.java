package dev.sluice.testkit;

import dev.sluice.testkit.http.HttpCall;
import dev.sluice.testkit.http.HttpHandler;
import dev.sluice.testkit.http.HttpReply;
import dev.sluice.testkit.http.Operation;
import dev.sluice.testkit.http.Refusal;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Stands in for a service that needs the server's store to be made, and so comes after the server. */
final class LateHandler implements HttpHandler {
    private volatile @Nullable HttpHandler handler;

    void become(HttpHandler service) {
        handler = service;
    }

    @Override
    public @Nullable Operation identify(HttpCall call) {
        HttpHandler service = handler;
        return service == null ? null : service.identify(call);
    }

    @Override
    public HttpReply handle(HttpCall call, Operation operation) throws Exception {
        return service().handle(call, operation);
    }

    @Override
    public HttpReply refuse(HttpCall call, Operation operation, Refusal refusal) {
        return service().refuse(call, operation, refusal);
    }

    private HttpHandler service() {
        return Objects.requireNonNull(handler, "a call came before the service");
    }
}
