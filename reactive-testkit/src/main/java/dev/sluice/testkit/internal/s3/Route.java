package dev.sluice.testkit.internal.s3;

import dev.sluice.testkit.http.HttpCall;
import java.util.List;

/** Finds the name of the operation that a request asks for. */
final class Route {
    /** What is not built: S3 has it, and this server says so. */
    static final String NOT_IMPLEMENTED = "NotImplemented";

    private static final List<String> UNKNOWN_OF_BUCKET = List.of(
            "accelerate",
            "analytics",
            "cors",
            "encryption",
            "intelligent-tiering",
            "inventory",
            "lifecycle",
            "logging",
            "metrics",
            "notification",
            "object-lock",
            "ownershipControls",
            "policy",
            "policyStatus",
            "publicAccessBlock",
            "replication",
            "requestPayment",
            "session",
            "website");
    private static final List<String> UNKNOWN_OF_OBJECT =
            List.of("legal-hold", "retention", "restore", "select", "torrent");

    private Route() {}

    static String operation(HttpCall call, Target target) {
        if (target.bucket().isEmpty()) {
            return call.method().equals("GET") ? "ListBuckets" : NOT_IMPLEMENTED;
        }
        return target.key().isEmpty() ? ofBucket(call.method(), target) : ofObject(call, target);
    }

    private static String ofBucket(String method, Target target) {
        if (UNKNOWN_OF_BUCKET.stream().anyMatch(target::has)) {
            return NOT_IMPLEMENTED;
        }
        String subject = target.has("versioning")
                ? "BucketVersioning"
                : target.has("acl") ? "BucketAcl" : target.has("tagging") ? "BucketTagging" : "";
        return switch (method) {
            case "GET" -> {
                if (!subject.isEmpty()) {
                    yield "Get" + subject;
                }
                if (target.has("location")) {
                    yield "GetBucketLocation";
                }
                if (target.has("uploads")) {
                    yield "ListMultipartUploads";
                }
                if (target.has("versions")) {
                    yield "ListObjectVersions";
                }
                yield "2".equals(target.query().get("list-type")) ? "ListObjectsV2" : "ListObjects";
            }
            case "PUT" -> subject.isEmpty() ? "CreateBucket" : "Put" + subject;
            case "HEAD" -> "HeadBucket";
            case "DELETE" ->
                subject.isEmpty()
                        ? "DeleteBucket"
                        : subject.equals("BucketTagging") ? "DeleteBucketTagging" : NOT_IMPLEMENTED;
            case "POST" -> target.has("delete") ? "DeleteObjects" : NOT_IMPLEMENTED;
            default -> NOT_IMPLEMENTED;
        };
    }

    private static String ofObject(HttpCall call, Target target) {
        if (UNKNOWN_OF_OBJECT.stream().anyMatch(target::has)) {
            return NOT_IMPLEMENTED;
        }
        boolean copies = call.headers().has("x-amz-copy-source");
        boolean upload = target.has("uploadId");
        String subject = target.has("tagging") ? "ObjectTagging" : target.has("acl") ? "ObjectAcl" : "";
        return switch (call.method()) {
            case "GET" ->
                !subject.isEmpty()
                        ? "Get" + subject
                        : target.has("attributes") ? "GetObjectAttributes" : upload ? "ListParts" : "GetObject";
            case "HEAD" -> "HeadObject";
            case "PUT" ->
                !subject.isEmpty()
                        ? "Put" + subject
                        : upload ? copies ? "UploadPartCopy" : "UploadPart" : copies ? "CopyObject" : "PutObject";
            case "DELETE" ->
                subject.equals("ObjectTagging")
                        ? "DeleteObjectTagging"
                        : upload ? "AbortMultipartUpload" : "DeleteObject";
            case "POST" ->
                target.has("uploads") ? "CreateMultipartUpload" : upload ? "CompleteMultipartUpload" : NOT_IMPLEMENTED;
            default -> NOT_IMPLEMENTED;
        };
    }
}
