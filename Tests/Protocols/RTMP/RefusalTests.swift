import Testing

@testable import Protocols

@Suite struct RefusalTests {
    private let open = Quotation(hiding: [])

    private func status(_ level: String, _ code: String, _ description: String) -> AMF0Value {
        .object(["level": .string(level), "code": .string(code), "description": .string(description)])
    }

    /// What servers say, as their sources and their users' reports have it.
    @Test(arguments: [
        // nginx-rtmp
        ("error", "NetStream.Publish.BadName", "Already publishing", NetworkError.Code.busy),
        ("error", "NetStream.Publish.BadName", "Stream already publishing", .busy),
        // Node-Media-Server
        ("error", "NetStream.Publish.BadConnection", "Connection already publishing", .busy),
        ("error", "NetStream.publish.Unauthorized", "Authorization required.", .badKey),
        // FMS: without a description
        ("error", "NetStream.Publish.BadName", "", .busy),
        // Ant Media and others use it for what they do not know
        ("error", "NetStream.Publish.BadName", "Invalid stream key", .badKey),
        ("error", "NetStream.Publish.Denied", "Stream not found", .badKey),
        ("error", "NetStream.Publish.Denied", "", .badKey),
        // OvenMediaEngine
        ("error", "NetStream.Publish.Rejected", "Authentication Failed.", .badKey),
        // Wowza
        ("error", "NetConnection.Connect.Rejected", "Authorized key is too old", .expired),
        ("error", "NetConnection.Connect.Rejected", "Invalid authorized key", .badKey),
        ("error", "NetConnection.Connect.Rejected", "[ AccessManager.Reject ] : [ code=403 need auth; authmod=llnw ]", .badKey),
        ("error", "NetConnection.Connect.InvalidApp", "unknown application", .rejected),
        ("error", "NetStream.Publish.Failed", "", .rejected),
        ("error", "NetConnection.Connect.Rejected", "License limit exceeded", .blocked),
        ("error", "NetStream.Publish.Denied", "This account is suspended", .blocked),
        ("error", "NetStream.Publish.Denied", "Signature expired", .expired),
        // Levels that say less than the code
        ("status", "NetStream.Publish.BadName", "", .busy),
        ("warning", "NetStream.Publish.Rejected", "", .rejected),
        ("error", "Anything.Else", "", .rejected),
    ])
    func whatServersSayIsUnderstood(level: String, code: String, description: String, meaning: NetworkError.Code) throws {
        let refusal = try #require(NetworkError(status: status(level, code, description), open))
        #expect(refusal.code == meaning)
        #expect(refusal.message.contains(code) && (description.isEmpty || refusal.message.contains(description)))
        #expect(!refusal.message.hasPrefix(code), "it begins with what to do")
    }

    @Test(arguments: [
        ("status", "NetStream.Publish.Start"), ("status", "NetConnection.Connect.Success"), ("status", "NetStream.Unpublish.Success"), ("", ""),
    ]) func whatIsNoRefusalIsNone(level: String, code: String) {
        #expect(NetworkError(status: status(level, code, "invalid key already expired"), open) == nil)
    }

    @Test func theServersWordsCannotSpoilALine() throws {
        let words = "a\nb\u{1B}[31m\u{9B}" + String(repeating: "x", count: 1000)
        let refusal = try #require(NetworkError(status: status("error", "", words), open))
        #expect(refusal.message.unicodeScalars.allSatisfy { $0.value >= 32 && !(127..<160).contains($0.value) })
        #expect(refusal.message.count < 400 && refusal.message.hasSuffix("x)"))
        #expect(NetworkError(status: .null, isError: true, open)?.code == .rejected)
    }

    /// Asterisks in its place would show that the key is "host".
    @Test func wordsOfTheServerThatHoldTheKeyAreLeftOutWhole() throws {
        let address = try #require(RTMPAddress("rtmp://a.example/app?token=T0KEN/host?sign=S1GN"))
        for secret in ["host", "T0KEN", "S1GN"] {
            let words = status("error", "NetStream.Publish.Denied", "check \(secret) and port")
            let refusal = try #require(NetworkError(status: words, Quotation(hiding: address.secrets)))
            #expect(refusal.code == .badKey && refusal.message.contains("NetStream.Publish.Denied"))
            for part in ["and port", secret, "***"] { #expect(!refusal.message.contains(part), "\(refusal.message)") }
        }
        #expect(Quotation(hiding: address.secrets).of("check the port") == "check the port")
    }
}
