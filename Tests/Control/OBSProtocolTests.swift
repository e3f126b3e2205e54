import ControlFixtures
import Fixtures
import Foundation
import Glibc
import Platform
import Session
import Testing

@testable import Control

/// How a connection of obs-websocket begins, goes on and ends.
@Suite struct OBSProtocolTests {
    /// The example of the protocol's own description.
    @Test func thePasswordIsShownAsTheProtocolHasIt() {
        let authentication = OBSAuthentication(
            password: "supersecretpassword", challenge: "+IxH4CnCiqpX1rM9scsNynZzbOe4KhDeYcTNS3PDaeY=",
            salt: "lM1GncleQOaCu9lT1yeUZhFYnqhsLLP1G5lAGo3ixaI=")
        #expect(authentication.matches("1Ct943GAT+6YQUUX47Ia/ncufilbe6+oD6lY+5kaCu4="))
        for wrong in ["", "1Ct943GAT+6YQUUX47Ia/ncufilbe6+oD6lY+5kaCu5=", "supersecretpassword"] { #expect(!authentication.matches(wrong)) }
    }

    @Test func whoKnowsThePasswordIsLetIn() async throws {
        let (hello, identified) = try await ServedOBS().serving { server in
            let client = try OBSClient(server)
            #expect(client.status == 101)
            let hello = try OBSClient(server).next()
            try client.identify("secret")
            return (hello, try client.next())
        }
        #expect(hello.op == 0 && hello.data["rpcVersion"] == 1 && hello.data["obsWebSocketVersion"] == "5.5.0")
        #expect(identified.op == 2 && identified.data == ["negotiatedRpcVersion": 1])
    }

    @Test(arguments: ["Secret", "secret ", "", nil]) func aWrongPasswordEndsTheConnection(password: String?) async throws {
        let code = try await ServedOBS().serving { server in
            let client = try OBSClient(server)
            try client.identify(password)
            return try client.closeCode()
        }
        #expect(code == 4009)
    }

    @Test func eachConnectionIsAskedSomethingElse() async throws {
        let hellos = try await ServedOBS().serving { server in try (0..<2).map { _ in try OBSClient(server).next().data["authentication"] } }
        #expect(hellos[0]?["challenge"] != hellos[1]?["challenge"] && hellos[0]?["salt"] != hellos[1]?["salt"])
    }

    @Test(arguments: [
        (#"{"op":6,"d":{"requestType":"GetVersion"}}"#, 4007), (#"{"op":3,"d":{}}"#, 4007), (#"{"op":8,"d":{"requests":[]}}"#, 4007),
        (#"{"op":1,"d":{}}"#, 4003), (#"{"op":1,"d":{"rpcVersion":"1"}}"#, 4004), (#"{"op":1,"d":{"rpcVersion":2}}"#, 4010),
        (#"{"op":4,"d":{}}"#, 4006), (#"{"op":0,"d":{}}"#, 4006), (#"{"op":"1","d":{}}"#, 4004), (#"{"op":1}"#, 4003), (#"{"d":{}}"#, 4003),
        ("hello", 4002), ("[]", 4002), ("", 4002), (String(repeating: "[", count: 60_000), 4002), (#"{"op":1,"d":[]}"#, 4003),
    ])
    func whatIsNoMessageEndsTheConnection(text: String, code: Int) async throws {
        let codes = try await ServedOBS().serving { server in
            let client = try OBSClient(server)
            _ = try client.next()
            try client.send(text)
            let code = try client.closeCode()
            // The next one is served.
            let other = try OBSClient(server)
            try other.identify("secret")
            return [code, try other.next().op]
        }
        #expect(codes == [code, 2])
    }

    /// What its pings are answered with waits in the kernel's buffers, of 10 MiB each way at most, and nowhere else.
    @Test func aClientThatReadsNothingIsReadNoFurther() async throws {
        let (taken, op) = try await ServedOBS().serving { server in
            let client = try OBSClient(server)
            try client.identify("secret")
            let taken = client.floodPings(most: 60_000_000)
            let other = try OBSClient(server)
            try other.identify("secret")
            return (taken, try other.next().op)
        }
        #expect((1..<30_000_000).contains(taken) && op == 2, "\(taken) bytes")
    }

    @Test func whatIsNotMaskedEndsTheConnection() async throws {
        let code = try await ServedOBS().serving { server in
            let client = try OBSClient(server)
            _ = try client.next()
            try client.sendUnmasked(opcode: 1, Array(#"{"op":1,"d":{"rpcVersion":1}}"#.utf8))
            return try client.closeCode()
        }
        #expect(code == 1002)
    }

    @Test(arguments: [0x41, 0x21, 0x11, 0x03, 0x0B] as [UInt8]) func bitsThatMeanNothingEndTheConnection(opcode: UInt8) async throws {
        let code = try await ServedOBS().serving { server in
            let client = try OBSClient(server)
            _ = try client.next()
            try client.send(opcode: opcode, Array(#"{"op":1,"d":{"rpcVersion":1}}"#.utf8))
            return try client.closeCode()
        }
        #expect(code == 1002)
    }

    @Test(arguments: [
        (#"{"op":1,"d":{"rpcVersion":1}}"#, 4008), (#"{"op":3,"d":{"eventSubscriptions":"1"}}"#, 4004), (#"{"op":8,"d":{}}"#, 4003),
        (#"{"op":8,"d":{"requests":[1]}}"#, 4004), (#"{"op":8,"d":{"requests":[],"executionType":7}}"#, 4005),
        (#"{"op":8,"d":{"requests":[\#(String(repeating: "{},", count: 128)){}]}}"#, 4012),
    ])
    func whoIsLetInIsEndedForTheSame(text: String, code: Int) async throws {
        #expect(
            try await ServedOBS().asking { client in
                try client.send(text)
                return try client.closeCode()
            } == code)
    }

    @Test func messagesAreTextOrBinaryAsWasAgreed() async throws {
        let codes = try await ServedOBS().serving { server in
            try [(nil, UInt8(2)), ("obswebsocket.msgpack", 1)].map { name, opcode in
                let client = try OBSClient(server, name.map { ["Sec-WebSocket-Protocol: \($0)"] } ?? [])
                try client.send(opcode: opcode, Array(#"{"op":1,"d":{"rpcVersion":1}}"#.utf8))
                return try client.closeCode()
            }
        }
        #expect(codes == [4002, 4002])
    }

    @Test func aPingIsAnsweredAndAFarewellToo() async throws {
        let answered = try await ServedOBS().asking { client in
            try client.send(opcode: 9, Array("are you there".utf8))
            try client.send(6, ["requestType": "GetVersion", "requestId": "a"])
            // A pong is no message: the next one is.
            do { _ = try client.next() } catch let failure as OBSClient.Failure { #expect(failure.got == "10: are you there") }
            #expect(try client.next().op == 7)
            try client.send(opcode: 8, [])
            return try client.closeCode() == 0
        }
        #expect(answered)
    }

    // MARK: Who may connect

    @Test(
        arguments: [
            (["Origin: http://evil.example"], nil, 403, "another site"), (["Origin: null"], nil, 403, "another site"),
            ([], "evil.example", 421, "name"),
            (["Sec-WebSocket-Protocol: obswebsocket.xml"], nil, 400, "obswebsocket.json"), (["Host: localhost"], nil, 400, "several"),
        ] as [([String], String?, Int, String)])
    func aForeignHandshakeIsRefused(headers: [String], host: String?, status: Int, words: String) async throws {
        let (got, body) = try await ServedOBS().serving { server in
            let client = try OBSClient(server, headers, host: host)
            return (client.status, try client.body())
        }
        #expect(got == status && body.contains(words), "\(got) \(body)")
    }

    @Test func aBrowserIsToldWhatThisIs() async throws {
        let (status, body) = try await ServedOBS().serving { server in
            let client = try OBSClient(server, isUpgrade: false)
            return (client.status, try client.body())
        }
        #expect(status == 426 && body.contains("obs-websocket 5"))
    }

    @Test(
        arguments: [
            ("obswebsocket.json", "json"), ("obswebsocket.xml, obswebsocket.json", "json"), ("obswebsocket.msgpack, obswebsocket.json", "msgpack"),
            (nil, nil),
        ] as [(String?, String?)]) func theProtocolIsNamedWhereItWasAskedFor(offered: String?, named: String?) async throws
    {
        let heads = try await ServedOBS().serving { server in
            try [offered.map { ["Sec-WebSocket-Protocol: \($0)"] } ?? [], ["Origin: http://\(server.address)"]].map { try OBSClient(server, $0).head }
        }
        #expect(heads.allSatisfy { $0.contains("101 switching protocols") })
        #expect(heads[0].contains("sec-websocket-protocol: obswebsocket.\(named ?? "")") == (named != nil))
    }

    private static let handshake =
        "printf 'GET / HTTP/1.1\\r\\nHost: localhost\\r\\nUpgrade: websocket\\r\\nConnection: Upgrade\\r\\nSec-WebSocket-Version: 13\\r\\n"
        + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\\r\\n\\r\\n'"

    /// Loopback is no border between the users of a machine.
    @Test(.enabled(if: geteuid() == 0, "only root can be another user"), arguments: [nil, "secret"] as [String?])
    func anotherUserNeedsThePassword(password: String?) async throws {
        var host = ServedOBS()
        host.password = password
        let (own, other) = try await host.serving { server in
            let client = try OBSClient(server)
            try client.identify(password)
            let command = "exec 3<>/dev/tcp/127.0.0.1/\(server.address.port); \(Self.handshake) >&3; head -n 1 <&3"
            let other = try runTool(["setpriv", "--reuid", "65534", "--clear-groups", "bash", "-c", command])
            return (try client.next().op, String(decoding: other, as: UTF8.self))
        }
        #expect(own == 2 && other.hasPrefix(password == nil ? "HTTP/1.1 403" : "HTTP/1.1 101"), "\(other)")
    }

    // MARK: Limits, and the end

    @Test func whoDoesNotSayWhoItIsIsDropped() async throws {
        var host = ServedOBS()
        host.limits.identifyTime = .milliseconds(200)
        let ends = try await host.serving { server in
            let (silent, half) = (try RawConnection(server.address), try OBSClient(server))
            let end = try silent.read(until: nil)
            return (end, try half.closeCode())
        }
        #expect(ends == ("", 0))
    }

    @Test func aMessageThatIsTooLongEndsTheConnection() async throws {
        let long = [UInt8](repeating: 32, count: OBSWebSocketLimits.longestMessage + 1)
        let codes = try await ServedOBS().serving { server in
            try [true, false].map { isWhole in
                let client = try OBSClient(server)
                if isWhole {
                    try client.send(opcode: 1, long)
                } else {
                    try client.send(opcode: 1, Array(long.dropLast(9)), isFinal: false)
                    try client.send(opcode: 0, Array(long.suffix(9)))
                }
                return try client.closeCode()
            }
        }
        #expect(codes == [1009, 0])
    }

    @Test(.enabled(if: geteuid() == 0, "only root can be another user")) func twoThousandConnectionsOfAnotherUserLockNoOneOut() async throws {
        var host = ServedOBS()
        host.limits.mostConnections = 64
        host.limits.identifyTime = .seconds(60)
        let muted = try await host.serving { server in
            let first = try OBSClient(server)
            try first.identify("secret", events: 8)
            _ = try first.next()
            let idle = try IdleConnections(to: server.address.port, count: 2000)
            try waitUntil("the share to be all that is held: \(idle.held)") { idle.held == 8 }
            let second = try OBSClient(server)
            try second.identify("secret")
            _ = try second.next()
            try second.ask("SetInputMute", ["inputName": "mic", "inputMuted": true])
            return try first.event()["eventData"]?["inputMuted"]
        }
        #expect(muted == true)
    }

    @Test func theServerEndsUnderConnectionsThatSayNothing() async throws {
        for _ in 0..<10 {
            let silent = try await ServedOBS().serving { server in
                try (0..<30).map { _ in try RawConnection(server.address) }
            }
            let rest = try await Worker.run(name: "client") { Result { try silent.map { try $0.read(until: nil) } } }.get()
            #expect(rest == silent.map { _ in "" })
        }
    }

    @Test func theEndIsTold() async throws {
        let client = try await ServedOBS().asking(events: nil) { $0 }
        let (event, code) = try await Worker.run(name: "client") { Result { (try client.event(), try client.closeCode()) } }.get()
        #expect(event["eventType"] == "ExitStarted" && event["eventIntent"] == 1 && code == 1001)
    }
}
