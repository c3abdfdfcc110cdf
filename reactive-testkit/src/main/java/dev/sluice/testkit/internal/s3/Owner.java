package dev.sluice.testkit.internal.s3;

/** The one account that owns everything here. */
final class Owner {
    static final String ID = "75aa57f09aa0c8caeab4f8c24e99d10f8e7faeebf76c078efc7c6caea54ba06a";

    private static final String NAME = "local";

    private Owner() {}

    static XmlReply write(XmlReply reply) {
        return reply.open("Owner").text("ID", ID).text("DisplayName", NAME).close();
    }
}
