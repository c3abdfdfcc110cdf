package dev.sluice.testkit.internal.s3;

import dev.sluice.testkit.http.HttpReply;
import dev.sluice.testkit.internal.store.Bucket;
import dev.sluice.testkit.internal.store.FileObjectStore;
import dev.sluice.testkit.internal.store.StorageFailure;
import dev.sluice.testkit.internal.store.Versioning;
import java.io.IOException;
import java.util.Map;
import java.util.regex.Pattern;

/** The operations on buckets themselves. */
final class Buckets {
    private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]");

    private final FileObjectStore store;
    private final String region;

    Buckets(FileObjectStore store, String region) {
        this.store = store;
        this.region = region;
    }

    HttpReply list(S3Call call) {
        String prefix = call.query("prefix", "");
        XmlReply reply = XmlReply.of("ListAllMyBucketsResult");
        Owner.write(reply).open("Buckets");
        for (Bucket bucket : store.buckets()) {
            if (bucket.name().startsWith(prefix)) {
                reply.open("Bucket")
                        .text("Name", bucket.name())
                        .text("CreationDate", bucket.createdAt())
                        .text("BucketRegion", region)
                        .close();
            }
        }
        return reply.close().ok();
    }

    HttpReply create(S3Call call) throws IOException {
        // The body may name a location; there is only one.
        RequestBody.document(call);
        if (!NAME.matcher(call.bucket()).matches()) {
            throw new StorageFailure(
                    400,
                    "InvalidBucketName",
                    "The specified bucket is not valid.",
                    Map.of("BucketName", call.bucket()));
        }
        store.createBucket(call.bucket());
        return HttpReply.status(200).header("Location", "/" + call.bucket()).build();
    }

    HttpReply head(S3Call call) {
        store.bucket(call.bucket());
        return HttpReply.status(200).header("x-amz-bucket-region", region).build();
    }

    HttpReply delete(S3Call call) {
        store.deleteBucket(call.bucket());
        return HttpReply.empty(204);
    }

    HttpReply location(S3Call call) {
        store.bucket(call.bucket());
        XmlReply reply = XmlReply.of("LocationConstraint");
        // S3 says nothing where the region is the first one.
        return (region.equals("us-east-1") ? reply : reply.characters(region)).ok();
    }

    HttpReply versioning(S3Call call) {
        XmlReply reply = XmlReply.of("VersioningConfiguration");
        switch (store.bucket(call.bucket()).versioning()) {
            case ENABLED -> reply.text("Status", "Enabled");
            case SUSPENDED -> reply.text("Status", "Suspended");
            case OFF -> {
                // A bucket that never kept versions has no status.
            }
        }
        return reply.ok();
    }

    HttpReply changeVersioning(S3Call call) throws IOException {
        Bucket bucket = store.bucket(call.bucket());
        String status = XmlTree.parse(RequestBody.document(call)).required("Status");
        bucket.versioning(
                switch (status) {
                    case "Enabled" -> Versioning.ENABLED;
                    case "Suspended" -> Versioning.SUSPENDED;
                    default -> throw XmlTree.malformed();
                });
        return HttpReply.empty(200);
    }
}
