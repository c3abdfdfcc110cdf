package dev.sluice.testkit.internal.s3;

import dev.sluice.testkit.http.HttpReply;
import dev.sluice.testkit.internal.store.Acl;
import dev.sluice.testkit.internal.store.Bucket;
import dev.sluice.testkit.internal.store.Entry;
import dev.sluice.testkit.internal.store.FileObjectStore;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** The access control lists of objects and buckets: kept and given back, not enforced. */
final class AccessControl {
    private final FileObjectStore store;
    private final ObjectReads reads;

    AccessControl(FileObjectStore store, ObjectReads reads) {
        this.store = store;
        this.reads = reads;
    }

    HttpReply get(S3Call call) {
        return document(reads.find(call).acl());
    }

    HttpReply put(S3Call call) throws IOException {
        Entry entry = reads.find(call);
        store.bucket(call.bucket()).changeAcl(entry, asked(call));
        return HttpReply.empty(200);
    }

    HttpReply getOfBucket(S3Call call) {
        return document(store.bucket(call.bucket()).acl());
    }

    HttpReply putOfBucket(S3Call call) throws IOException {
        Bucket bucket = store.bucket(call.bucket());
        bucket.acl(asked(call));
        return HttpReply.empty(200);
    }

    /** By headers or by a document. */
    private static Acl asked(S3Call call) throws IOException {
        byte[] body = RequestBody.document(call);
        if (body.length == 0) {
            return ObjectHeaders.acl(call);
        }
        XmlTree list = XmlTree.parse(body).child("AccessControlList");
        if (list == null) {
            throw XmlTree.malformed();
        }
        List<Acl.Grant> grants = new ArrayList<>();
        for (XmlTree grant : list.children("Grant")) {
            XmlTree grantee = grant.child("Grantee");
            String kind = grantee == null ? null : grantee.type();
            if (grantee == null || kind == null) {
                throw XmlTree.malformed();
            }
            String name = grantee.required(element(kind));
            if (!name.equals(Owner.ID)) {
                grants.add(new Acl.Grant(kind, name, grant.required("Permission")));
            }
        }
        return new Acl(grants);
    }

    private static String element(String kind) {
        return switch (kind) {
            case "Group" -> "URI";
            case "AmazonCustomerByEmail" -> "EmailAddress";
            default -> "ID";
        };
    }

    private static HttpReply document(Acl acl) {
        XmlReply reply = XmlReply.of("AccessControlPolicy");
        Owner.write(reply).open("AccessControlList");
        write(new Acl.Grant("CanonicalUser", Owner.ID, "FULL_CONTROL"), reply);
        acl.grants().forEach(grant -> write(grant, reply));
        return reply.close().ok();
    }

    private static void write(Acl.Grant grant, XmlReply reply) {
        reply.open("Grant")
                .openGrantee(grant.kind())
                .text(element(grant.kind()), grant.grantee())
                .close()
                .text("Permission", grant.permission())
                .close();
    }
}
