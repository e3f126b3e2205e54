import Testing

@testable import Delivery

@Suite struct AdobeLoginTests {
    private let login = AdobeLogin(user: "joe", password: "secret", challenge: "0000002a")

    @Test(arguments: [
        (0, "d41d8cd98f00b204e9800998ecf8427e"), (56, "3b0c8ac703f828b04c6c197006d17218"), (64, "014842d480b571495a4a0363793f7367"),
        (119, "8a7bd0732ed6a28ce75f6dabc90e1613"),
    ])
    func digestsAreMD5(count: Int, expected: String) {
        let digest = MD5.digest([UInt8](repeating: UInt8(ascii: "a"), count: count))
        #expect(digest.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() == expected)
    }

    @Test(arguments: [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg==")])
    func lettersAreBase64(_ text: String, _ code: String) {
        #expect(AdobeLogin.base64(Array(text.utf8)) == code)
    }

    @Test func theFirstNoIsAnsweredWithTheUser() {
        #expect(
            login.answer(to: "[ AccessManager.Reject ] : [ code=403 need auth; authmod=adobe ] : ") == .query("?authmod=adobe&user=joe"))
    }

    /// The digests were made by another implementation.
    @Test func theSecondNoIsAnsweredWithTheDigest() {
        let words = "[ AccessManager.Reject ] : [ authmod=adobe ] : ?reason=needauth&user=joe&salt=alhJEA==&challenge=Pre+jg==&opaque=Pre+jg=="
        #expect(login.answer(to: words) == .query("?authmod=adobe&user=joe&challenge=0000002a&response=J8rmPL7LHQwCtidMviUj+A==&opaque=Pre+jg=="))
        let plain = "[ authmod=adobe ] : ?reason=needauth&user=joe&salt=salt&challenge=chal"
        #expect(login.answer(to: plain) == .query("?authmod=adobe&user=joe&challenge=0000002a&response=lcPYwKkn2yZxk9hvoiLTjA=="))
    }

    @Test(arguments: ["?reason=authfailed&opaque=x", "?reason=nosuchuser", "?reason=needauth", ""]) func aNoForGoodIsOne(_ reason: String) {
        #expect(login.answer(to: "[ AccessManager.Reject ] : [ authmod=adobe ] : " + reason) == .refused)
    }

    @Test func otherLoginsAreNotUnderstood() {
        #expect(login.answer(to: "[ AccessManager.Reject ] : [ code=403 need auth; authmod=llnw ]") == nil)
        #expect(login.answer(to: "bad key") == nil)
    }
}
