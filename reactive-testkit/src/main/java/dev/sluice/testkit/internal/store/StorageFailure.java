package dev.sluice.testkit.internal.store;

import java.util.Map;

/** An error in S3's words, which becomes the error document of the answer. */
public final class StorageFailure extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final int status;
    private final String code;
    private final transient Map<String, String> details;

    public StorageFailure(int status, String code, String message) {
        this(status, code, message, Map.of());
    }

    /**
     * @param status the HTTP status
     * @param code S3's code
     * @param message what a human reads
     * @param details further elements of the document
     */
    public StorageFailure(int status, String code, String message, Map<String, String> details) {
        super(message);
        this.status = status;
        this.code = code;
        this.details = Map.copyOf(details);
    }

    public int status() {
        return status;
    }

    public String code() {
        return code;
    }

    public Map<String, String> details() {
        return details;
    }

    public String message() {
        return String.valueOf(getMessage());
    }

    public static StorageFailure noSuchBucket(String bucket) {
        return new StorageFailure(
                404, "NoSuchBucket", "The specified bucket does not exist", Map.of("BucketName", bucket));
    }

    public static StorageFailure noSuchKey(String key) {
        return new StorageFailure(404, "NoSuchKey", "The specified key does not exist.", Map.of("Key", key));
    }

    public static StorageFailure noSuchUpload(String uploadId) {
        return new StorageFailure(
                404,
                "NoSuchUpload",
                "The specified multipart upload does not exist. The upload ID may be invalid, or the upload may have been"
                        + " aborted or completed.",
                Map.of("UploadId", uploadId));
    }

    public static StorageFailure preconditionFailed(String condition) {
        return new StorageFailure(
                412,
                "PreconditionFailed",
                "At least one of the pre-conditions you specified did not hold",
                Map.of("Condition", condition));
    }

    public static StorageFailure invalidArgument(String message) {
        return new StorageFailure(400, "InvalidArgument", message);
    }

    public static StorageFailure invalidRequest(String message) {
        return new StorageFailure(400, "InvalidRequest", message);
    }
}
