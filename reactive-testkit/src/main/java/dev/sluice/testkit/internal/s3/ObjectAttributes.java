package dev.sluice.testkit.internal.s3;

import dev.sluice.testkit.http.HttpReply;
import dev.sluice.testkit.internal.store.ETags;
import dev.sluice.testkit.internal.store.Entry;
import dev.sluice.testkit.internal.store.Part;
import dev.sluice.testkit.internal.store.StorageFailure;
import java.util.List;

/** GetObjectAttributes. */
final class ObjectAttributes {
    private final ObjectReads reads;

    ObjectAttributes(ObjectReads reads) {
        this.reads = reads;
    }

    HttpReply get(S3Call call) {
        Entry entry = reads.find(call);
        List<String> wanted = List.of(String.join(",", call.http().headers().all("x-amz-object-attributes"))
                .replace(" ", "")
                .split(","));
        if (wanted.equals(List.of(""))) {
            throw StorageFailure.invalidArgument("Invalid attribute name specified.");
        }
        XmlReply reply = XmlReply.of("GetObjectAttributesResponse");
        if (wanted.contains("ETag")) {
            reply.text("ETag", ETags.unquote(entry.etag()));
        }
        if (wanted.contains("Checksum") && entry.content().checksum() != null) {
            reply.open("Checksum");
            Checksums.write(entry.content().checksum(), reply);
            reply.close();
        }
        if (wanted.contains("ObjectParts") && !entry.parts().isEmpty()) {
            parts(call, entry, reply);
        }
        if (wanted.contains("StorageClass")) {
            reply.text("StorageClass", entry.storageClass());
        }
        if (wanted.contains("ObjectSize")) {
            reply.text("ObjectSize", entry.size());
        }
        HttpReply.Builder answer =
                reply.reply(200).header("Last-Modified", ObjectHeaders.httpDate(entry.lastModified()));
        ObjectHeaders.version(entry, answer);
        return answer.build();
    }

    private static void parts(S3Call call, Entry entry, XmlReply reply) {
        int marker = header(call, "x-amz-part-number-marker", 0);
        int limit = header(call, "x-amz-max-parts", 1000);
        List<Part> left =
                entry.parts().stream().filter(part -> part.number() > marker).toList();
        List<Part> page = left.subList(0, Math.min(limit, left.size()));
        reply.open("ObjectParts")
                .text("PartsCount", entry.parts().size())
                .text("PartNumberMarker", marker)
                .text(
                        "NextPartNumberMarker",
                        page.isEmpty() ? 0 : page.get(page.size() - 1).number())
                .text("MaxParts", limit)
                .text("IsTruncated", page.size() < left.size());
        for (Part part : page) {
            reply.open("Part").text("PartNumber", part.number()).text("Size", part.size());
            Checksums.writeValue(part.checksum(), reply);
            reply.close();
        }
        reply.close();
    }

    private static int header(S3Call call, String name, int otherwise) {
        String value = call.header(name);
        try {
            return value == null ? otherwise : Integer.parseUnsignedInt(value);
        } catch (NumberFormatException e) {
            throw StorageFailure.invalidArgument("Value for " + name + " header is invalid.");
        }
    }
}
