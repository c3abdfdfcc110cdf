package dev.sluice.testkit.internal.s3;

import dev.sluice.testkit.http.HttpCall;
import dev.sluice.testkit.http.HttpHandler;
import dev.sluice.testkit.http.HttpReply;
import dev.sluice.testkit.http.Operation;
import dev.sluice.testkit.http.Refusal;
import dev.sluice.testkit.internal.sigv4.SignatureFailure;
import dev.sluice.testkit.internal.sigv4.SignatureVerifier;
import dev.sluice.testkit.internal.sigv4.Signer;
import dev.sluice.testkit.internal.store.Entry;
import dev.sluice.testkit.internal.store.FileObjectStore;
import dev.sluice.testkit.internal.store.StorageFailure;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/** S3 as a service of the HTTP server: takes requests apart, verifies them, and words the errors. */
public final class S3Handler implements HttpHandler {
    /** The service's name in operations. */
    public static final String SERVICE = "s3";

    /** The detail that becomes headers instead of an element: the version of the delete marker that was met. */
    static final String DELETE_MARKER = "#delete-marker";

    private final SignatureVerifier signatures;
    private final AtomicLong requestNumbers = new AtomicLong(System.nanoTime());
    private final Map<String, Work> operations = new HashMap<>();

    /** What an operation does. */
    @FunctionalInterface
    interface Work {
        HttpReply apply(S3Call call) throws IOException;
    }

    /**
     * @param store what is served
     * @param signatures checks who asks
     * @param region the region that the buckets say they are in
     */
    public S3Handler(FileObjectStore store, SignatureVerifier signatures, String region) {
        this.signatures = signatures;
        Buckets buckets = new Buckets(store, region);
        operations.put("ListBuckets", buckets::list);
        operations.put("CreateBucket", buckets::create);
        operations.put("HeadBucket", buckets::head);
        operations.put("DeleteBucket", buckets::delete);
        operations.put("GetBucketLocation", buckets::location);
        operations.put("GetBucketVersioning", buckets::versioning);
        operations.put("PutBucketVersioning", buckets::changeVersioning);
        ObjectReads reads = new ObjectReads(store);
        operations.put("GetObject", reads::get);
        operations.put("HeadObject", reads::get);
        operations.put("PutObject", new ObjectWrites(store)::put);
        ObjectDeletes deletes = new ObjectDeletes(store);
        operations.put("DeleteObject", deletes::one);
        operations.put("DeleteObjects", deletes::batch);
        ObjectListings listings = new ObjectListings(store);
        operations.put("ListObjects", listings::first);
        operations.put("ListObjectsV2", listings::second);
        operations.put("ListObjectVersions", new VersionListings(store)::list);
        Copies copies = new Copies(store, reads);
        operations.put("CopyObject", copies::object);
        operations.put("UploadPartCopy", copies::part);
        MultipartUploads uploads = new MultipartUploads(store);
        operations.put("CreateMultipartUpload", uploads::create);
        operations.put("UploadPart", uploads::part);
        operations.put("CompleteMultipartUpload", uploads::complete);
        operations.put("AbortMultipartUpload", uploads::abort);
        UploadListings uploadListings = new UploadListings(store);
        operations.put("ListMultipartUploads", uploadListings::uploads);
        operations.put("ListParts", uploadListings::parts);
        operations.put("GetObjectAttributes", new ObjectAttributes(reads)::get);
        Tagging tagging = new Tagging(store, reads);
        operations.put("GetObjectTagging", tagging::get);
        operations.put("PutObjectTagging", tagging::put);
        operations.put("DeleteObjectTagging", tagging::delete);
        operations.put("GetBucketTagging", tagging::getOfBucket);
        operations.put("PutBucketTagging", tagging::putOfBucket);
        operations.put("DeleteBucketTagging", tagging::deleteOfBucket);
        AccessControl access = new AccessControl(store, reads);
        operations.put("GetObjectAcl", access::get);
        operations.put("PutObjectAcl", access::put);
        operations.put("GetBucketAcl", access::getOfBucket);
        operations.put("PutBucketAcl", access::putOfBucket);
    }

    @Override
    public Operation identify(HttpCall call) {
        Target target = Target.of(call);
        return new Operation(SERVICE, Route.operation(call, target), target.bucket(), target.key());
    }

    @Override
    public HttpReply handle(HttpCall call, Operation operation) throws IOException {
        try {
            Signer signer = signatures.verify(call, "");
            Work work = operations.get(operation.name());
            if (work == null) {
                throw new StorageFailure(
                        501,
                        "NotImplemented",
                        "A header or query you provided implies functionality that is not implemented");
            }
            return identified(work.apply(new S3Call(call, Target.of(call), signer)));
        } catch (StorageFailure e) {
            return error(call, e.status(), e.code(), e.message(), e.details());
        } catch (SignatureFailure e) {
            return error(call, e.status(), e.code(), e.message(), Map.of());
        }
    }

    @Override
    public HttpReply refuse(HttpCall call, Operation operation, Refusal refusal) {
        return error(call, refusal.status(), refusal.code(), refusal.message(), Map.of());
    }

    private HttpReply error(HttpCall call, int status, String code, String message, Map<String, String> details) {
        String requestId = requestId();
        XmlReply document = XmlReply.error().text("Code", code).text("Message", message);
        details.forEach((name, value) -> {
            if (!name.equals(DELETE_MARKER)) {
                document.text(name, value);
            }
        });
        document.text("Resource", call.path()).text("RequestId", requestId).text("HostId", requestId);
        HttpReply.Builder reply = call.method().equals("HEAD")
                ? HttpReply.status(status).header("Content-Type", XmlReply.CONTENT_TYPE)
                : document.reply(status);
        String marker = details.get(DELETE_MARKER);
        if (marker != null) {
            reply.header("x-amz-delete-marker", "true");
            if (!marker.equals(Entry.NULL_VERSION)) {
                reply.header("x-amz-version-id", marker);
            }
        }
        if (details.containsKey("ActualObjectSize")) {
            reply.header("Content-Range", "bytes */" + details.get("ActualObjectSize"));
        }
        return reply.header("x-amz-request-id", requestId)
                .header("x-amz-id-2", requestId)
                .build();
    }

    private HttpReply identified(HttpReply reply) {
        String requestId = requestId();
        return reply.mutate()
                .header("x-amz-request-id", requestId)
                .header("x-amz-id-2", requestId)
                .build();
    }

    private String requestId() {
        return "%016X".formatted(requestNumbers.incrementAndGet());
    }
}
