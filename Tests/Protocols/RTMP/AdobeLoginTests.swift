import Testing

@testable import Protocols

@Suite struct AdobeLoginTests {
    private let login = AdobeLogin(user: "joe", password: "secret", challenge: "0000002a")

    @Test func theFirstRefusalIsAnsweredWithTheUser() throws {
        #expect(
            try login.answer(to: "[ AccessManager.Reject ] : [ code=403 need auth; authmod=adobe ] : ") == .query("?authmod=adobe&user=joe"))
    }

    /// The digests were made by another implementation.
    @Test func theSecondRefusalIsAnsweredWithTheDigest() throws {
        let description =
            "[ AccessManager.Reject ] : [ authmod=adobe ] : ?reason=needauth&user=joe&salt=alhJEA==&challenge=Pre+jg==&opaque=Pre+jg=="
        #expect(
            try login.answer(to: description)
                == .query("?authmod=adobe&user=joe&challenge=0000002a&response=J8rmPL7LHQwCtidMviUj+A==&opaque=Pre+jg=="))
        let plain = "[ authmod=adobe ] : ?reason=needauth&user=joe&salt=salt&challenge=chal"
        #expect(try login.answer(to: plain) == .query("?authmod=adobe&user=joe&challenge=0000002a&response=lcPYwKkn2yZxk9hvoiLTjA=="))
    }

    @Test(arguments: ["?reason=authfailed&opaque=x", "?reason=nosuchuser", "?reason=needauth", ""]) func aFinalRefusalIsOne(_ reason: String) throws {
        #expect(try login.answer(to: "[ AccessManager.Reject ] : [ authmod=adobe ] : " + reason) == .refused)
    }

    @Test func otherLoginsAreNotUnderstood() throws {
        #expect(try login.answer(to: "[ AccessManager.Reject ] : [ code=403 need auth; authmod=llnw ]") == nil)
        #expect(try login.answer(to: "bad key") == nil)
    }
}
