package dev.sluice.testkit.internal.sigv4;

/** A request whose signature does not hold. */
public final class SignatureFailure extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final int status;
    private final String code;

    public SignatureFailure(int status, String code, String message) {
        super(message);
        this.status = status;
        this.code = code;
    }

    public int status() {
        return status;
    }

    public String code() {
        return code;
    }

    public String message() {
        return String.valueOf(getMessage());
    }

    static SignatureFailure mismatch() {
        return new SignatureFailure(
                403,
                "SignatureDoesNotMatch",
                "The request signature we calculated does not match the signature you provided. Check your key and signing"
                        + " method.");
    }

    static SignatureFailure malformed(String message) {
        return new SignatureFailure(400, "AuthorizationHeaderMalformed", message);
    }
}
