package dev.sluice.cli;

import dev.sluice.reader.QueryCancelledException;
import dev.sluice.reader.QueryFailedException;
import dev.sluice.reader.QueryTimeoutException;
import dev.sluice.reader.SluiceException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import software.amazon.awssdk.awscore.exception.AwsServiceException;

/** An error in one line: what happened, then in brackets what helps to look it up. */
final class Failure {
    private Failure() {}

    static String line(Throwable error) {
        StringBuilder line = new StringBuilder(oneLine(error));
        List<String> facts = facts(error);
        if (!facts.isEmpty()) {
            line.append(" (").append(String.join(", ", facts)).append(')');
        }
        return line.toString();
    }

    private static List<String> facts(Throwable error) {
        List<String> facts = new ArrayList<>();
        if (!(error instanceof SluiceException sluice)) {
            return facts;
        }
        if (error instanceof QueryFailedException failed) {
            facts.add("state " + failed.state());
            facts.add("category " + failed.errorCategory().name().toLowerCase(Locale.ROOT));
        } else if (error instanceof QueryCancelledException) {
            facts.add("state CANCELLED");
        } else if (error instanceof QueryTimeoutException late) {
            facts.add("state " + late.state());
        }
        if (sluice.isRetryable()) {
            facts.add("may succeed if run again");
        }
        return facts;
    }

    private static String oneLine(Throwable error) {
        String message = error instanceof AwsServiceException service && service.awsErrorDetails() != null
                ? service.awsErrorDetails().errorMessage()
                : error.getMessage();
        return message == null ? error.getClass().getSimpleName() : message.replaceAll("\\s*\\R\\s*", " ");
    }
}
