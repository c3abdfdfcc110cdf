package dev.sluice.fs.internal.s3;

import dev.sluice.fs.internal.read.ResponseHead;
import dev.sluice.fs.internal.read.TransportException;
import dev.sluice.fs.internal.read.TransportException.Kind;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;

/** Reads where in the object a response's body belongs. */
final class ContentRange {
    private static final Pattern FORM = Pattern.compile("bytes (\\d{1,18})-(\\d{1,18})/(\\d{1,18})");

    private ContentRange() {}

    static ResponseHead head(GetObjectResponse response) {
        return head(response.contentRange(), response.contentLength(), response.eTag());
    }

    static ResponseHead head(@Nullable String contentRange, @Nullable Long contentLength, @Nullable String etag) {
        if (contentRange == null) {
            if (contentLength == null) {
                throw new TransportException(Kind.REJECTED, "the answer names no length", null, null);
            }
            // A server that answers with the whole object, which is right if the whole was asked for.
            return new ResponseHead(0, contentLength, contentLength, etag);
        }
        Matcher matcher = FORM.matcher(contentRange);
        if (!matcher.matches()) {
            throw new TransportException(Kind.REJECTED, "not a Content-Range: '" + contentRange + "'", null, null);
        }
        long first = Long.parseLong(matcher.group(1));
        long length = Long.parseLong(matcher.group(2)) - first + 1;
        if (contentLength != null && contentLength != length) {
            throw new TransportException(
                    Kind.REJECTED,
                    "Content-Length " + contentLength + " contradicts Content-Range '" + contentRange + "'",
                    null,
                    null);
        }
        return new ResponseHead(first, length, Long.parseLong(matcher.group(3)), etag);
    }
}
