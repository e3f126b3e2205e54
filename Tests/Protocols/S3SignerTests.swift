import Platform
import Testing

@testable import Protocols

/// Against the examples of Amazon's own documentation ("Authenticating Requests: Using the Authorization Header").
@Suite struct S3SignerTests {
    private let signer = S3Signer(keyID: "AKIAIOSFODNN7EXAMPLE", key: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", region: "us-east-1")
    /// 2013-05-24, midnight.
    private let time = WallClock(milliseconds: 1_369_353_600_000)
    private let empty = UnsafeRawBufferPointer(start: nil, count: 0)

    @Test(arguments: [
        ("/?lifecycle", "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543"),
        ("/?prefix=J&max-keys=2", "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7"),
    ]) func theSignatureIsThatOfTheDocumentation(target: String, signature: String) {
        let fields = signer.fields("GET", target, host: "examplebucket.s3.amazonaws.com", body: empty, at: time)
        #expect(fields.contains("Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,"), "\(fields)")
        #expect(fields.contains("SignedHeaders=host;x-amz-content-sha256;x-amz-date,Signature=\(signature)\r\n"), "\(fields)")
        #expect(fields.contains("x-amz-date: 20130524T000000Z\r\n"))
        #expect(fields.contains("x-amz-content-sha256: e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855\r\n"))
    }

    /// What a server decodes and encodes again is signed as it will be then.
    @Test func spellingsOfOnePathHaveOneSignature() {
        func signature(_ target: String) -> Substring {
            signer.fields("PUT", target, host: "h", body: empty, at: time).split(separator: "Signature=")[1]
        }
        #expect(signature("/a%20b/c+d.m4s") == signature("/a%20b/c%2Bd.m4s") && signature("/a@b") == signature("/a%40b"))
        #expect(signature("/a/b") != signature("/a%2Fb/") && signature("/x?b=1&a=2") == signature("/x?a=2&b=1"))
    }

    @Test func aLentKeyShowsItsTokenAndNoOneSeesTheSecret() {
        let lent = S3Signer(keyID: "ID", key: "SECRET", token: "TOKEN", region: "eu-west-1")
        let fields = lent.fields("PUT", "/x", host: "h", body: empty, at: time)
        #expect(fields.contains("x-amz-security-token: TOKEN\r\n") && fields.contains("x-amz-date;x-amz-security-token,"))
        var dumped = ""
        dump(lent, to: &dumped)
        for text in [fields, "\(lent)", String(reflecting: lent), dumped] { #expect(!text.contains("SECRET")) }
    }
}
