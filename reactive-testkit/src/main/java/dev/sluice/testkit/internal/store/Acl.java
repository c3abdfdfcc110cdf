package dev.sluice.testkit.internal.store;

import java.util.ArrayList;
import java.util.List;

/**
 * Who may do what, kept and given back but not enforced.
 *
 * @param grants beside the owner's own
 */
public record Acl(List<Grant> grants) {
    /** The owner alone. */
    public static final Acl PRIVATE = new Acl(List.of());

    private static final String ALL = "http://acs.amazonaws.com/groups/global/AllUsers";
    private static final String AUTHENTICATED = "http://acs.amazonaws.com/groups/global/AuthenticatedUsers";

    /** Copies the list. */
    public Acl {
        grants = List.copyOf(grants);
    }

    /**
     * A grant.
     *
     * @param kind {@code Group}, {@code CanonicalUser} or {@code AmazonCustomerByEmail}
     * @param grantee the group's URI, the user's id or address
     * @param permission such as {@code READ}
     */
    public record Grant(String kind, String grantee, String permission) {}

    /** The grants that a canned ACL stands for. */
    public static Acl canned(String name) {
        return switch (name) {
            case "private", "bucket-owner-full-control", "bucket-owner-read", "aws-exec-read" -> PRIVATE;
            case "public-read" -> new Acl(List.of(new Grant("Group", ALL, "READ")));
            case "public-read-write" ->
                new Acl(List.of(new Grant("Group", ALL, "READ"), new Grant("Group", ALL, "WRITE")));
            case "authenticated-read" -> new Acl(List.of(new Grant("Group", AUTHENTICATED, "READ")));
            default -> throw StorageFailure.invalidArgument("Unknown canned ACL " + name);
        };
    }

    /** The grants of an {@code x-amz-grant-*} header: {@code id="…", uri="…"}. */
    public static List<Grant> grants(String header, String permission) {
        List<Grant> grants = new ArrayList<>();
        for (String one : header.split(",")) {
            int equals = one.indexOf('=');
            if (equals < 0) {
                throw StorageFailure.invalidArgument("Argument format not recognized: " + one.strip());
            }
            String kind = switch (one.substring(0, equals).strip()) {
                case "id" -> "CanonicalUser";
                case "uri" -> "Group";
                case "emailAddress" -> "AmazonCustomerByEmail";
                default -> throw StorageFailure.invalidArgument("Argument format not recognized: " + one.strip());
            };
            grants.add(new Grant(kind, one.substring(equals + 1).strip().replace("\"", ""), permission));
        }
        return grants;
    }
}
