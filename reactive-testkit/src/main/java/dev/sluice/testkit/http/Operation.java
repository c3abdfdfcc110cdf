package dev.sluice.testkit.http;

/**
 * What a request asks for, in the words of its service: the name by which faults find it and by which it is recorded.
 *
 * @param service such as {@code s3} or {@code athena}
 * @param name such as {@code GetObject} or {@code StartQueryExecution}
 * @param bucket the bucket it is about; empty when about none
 * @param key the key it is about, decoded; empty when about none
 * @since 0.1
 */
public record Operation(String service, String name, String bucket, String key) {
    /**
     * An operation that is about no object.
     *
     * @param service the service
     * @param name the operation's name
     * @return the operation
     */
    public static Operation of(String service, String name) {
        return new Operation(service, name, "", "");
    }
}
