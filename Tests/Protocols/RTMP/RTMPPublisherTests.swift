import RTMPFixtures
import Testing

@testable import Protocols

@Suite struct RTMPPublisherTests {
    /// A publisher and a server that talk without a network in between.
    private struct Talk {
        var publisher: RTMPPublisher
        var server = ServerSide()
        /// What the server was told.
        var heard: [RTMPMessage] = []

        init(_ text: String = "rtmp://a:1936/live/KEY?sign=1", query: String = "") throws {
            publisher = RTMPPublisher(try #require(RTMPAddress(text)), query: query, seed: 42)
        }

        var names: [String] { heard.compactMap { $0.values.first?.text } }

        /// What the publisher has to say since the last time.
        mutating func listen() throws -> [RTMPMessage] {
            let said = publisher.outgoing
            publisher.outgoing = []
            let messages = try server.receive(said)
            heard += messages
            return messages
        }

        mutating func tell(_ bytes: [UInt8]) throws -> RTMPPublisher.Outcome { try bytes.withUnsafeBytes { try publisher.receive($0) } }

        /// On to where the server hears this command, answering all before it.
        mutating func go(to command: String) throws {
            _ = try listen()
            _ = try tell(ServerSide.answer)
            while true {
                for message in try listen() {
                    guard message.values.first?.text != command else { return }
                    _ = try tell(server.usualAnswer(to: message.values))
                }
                try #require(!publisher.outgoing.isEmpty, "never says \(command)")
            }
        }

        mutating func goLive() throws {
            try go(to: "publish")
            #expect(try tell(server.status("NetStream.Publish.Start")) == .accepted)
            _ = try listen()
        }
    }

    @Test func commandsComeInTheOrderThatServersExpect() throws {
        var talk = try Talk()
        #expect(talk.publisher.outgoing.count == 1537 && talk.publisher.outgoing[0] == 3)
        try talk.go(to: "publish")
        #expect(talk.publisher.state == .publishing && talk.server.isGreeted)
        #expect(talk.names == ["connect", "releaseStream", "FCPublish", "createStream", "publish"])
        let connect = talk.heard.first { $0.values.first?.text == "connect" }?.values ?? []
        #expect(connect[1] == .number(1) && connect[2]["app"]?.text == "live" && connect[2]["tcUrl"]?.text == "rtmp://a:1936/live")
        let publish = try #require(talk.heard.last)
        #expect(publish.streamID == 1)
        #expect(publish.values.dropFirst(2) == [.null, .string("KEY?sign=1"), .string("live")])
        #expect(try talk.tell(talk.server.status("NetStream.Publish.Start")) == .accepted)
        #expect(talk.publisher.state == .live)
    }

    @Test(arguments: [1, 3, 1000]) func whatComesInPiecesIsTheSame(pieces: Int) throws {
        var talk = try Talk()
        var outcome = RTMPPublisher.Outcome.none
        func inPieces(_ bytes: [UInt8]) throws {
            for start in stride(from: 0, to: bytes.count, by: pieces) {
                let next = try talk.tell(Array(bytes[start..<min(start + pieces, bytes.count)]))
                if next != .none { outcome = next }
            }
        }
        _ = try talk.listen()
        try inPieces(ServerSide.answer)
        while outcome == .none {
            let messages = try talk.listen()
            try #require(!messages.isEmpty)
            for message in messages { try inPieces(talk.server.usualAnswer(to: message.values)) }
        }
        #expect(outcome == .accepted)
    }

    @Test func theGreetingIsGivenBack() throws {
        var talk = try Talk()
        _ = try talk.listen()
        talk.publisher.outgoing = []
        // Its answer goes out before all of the server's greeting has come.
        _ = try talk.tell(Array(ServerSide.answer[..<1600]))
        #expect(talk.publisher.outgoing == Array(ServerSide.answer[1...1536]) && talk.publisher.state == .greeting)
    }

    @Test(
        arguments: [
            (Array("HTTP/1.1 400".utf8), "web server"),
            ([0x15, 3, 1, 0, 2], "rtmps://"), ([0, 1, 2], "does not speak RTMP"), ([200], "does not speak RTMP"),
        ] as [([UInt8], String)])
    func otherProtocolsAreRecognised(bytes: [UInt8], words: String) throws {
        var talk = try Talk()
        let refusal = #expect(throws: NetworkError.self) { try talk.tell(bytes) }
        #expect(refusal?.code == .rejected && refusal?.message.contains(words) == true)
    }

    @Test func aPingIsAnsweredWithItsTime() throws {
        var talk = try Talk()
        try talk.goLive()
        _ = try talk.tell(talk.server.bytes(RTMPMessage(RTMPMessage.Kind.userControl, [0, 6, 1, 2, 3, 4])))
        #expect(try talk.listen().map(\.payload) == [[0, 7, 1, 2, 3, 4]])
        // One without a time, and others of its kind, need no answer.
        for payload in [[0, 6], [0, 0, 0, 0, 0, 1]] as [[UInt8]] {
            _ = try talk.tell(talk.server.bytes(RTMPMessage(RTMPMessage.Kind.userControl, payload)))
        }
        #expect(try talk.listen().isEmpty)
    }

    @Test func bytesAreAcknowledgedAsAskedFor() throws {
        var talk = try Talk()
        try talk.goLive()
        _ = try talk.tell(talk.server.bytes(RTMPMessage(RTMPMessage.Kind.windowSize, 1000)))
        _ = try talk.listen()
        var acknowledged: [UInt32] = []
        for _ in 0..<10 {
            _ = try talk.tell(talk.server.bytes(RTMPMessage(RTMPMessage.Kind.userControl, [UInt8](repeating: 1, count: 100))))
            acknowledged += try talk.listen().filter { $0.kind == RTMPMessage.Kind.acknowledgement }.compactMap { $0.number() }
        }
        #expect((1...3).contains(acknowledged.count) && acknowledged == acknowledged.sorted() && acknowledged[0] > 3073)
    }

    @Test func answersStandBetweenMessages() throws {
        var talk = try Talk()
        try talk.goLive()
        let feed = try PacketFeed()
        talk.publisher.begin(feed.streams, start: feed.start, from: feed.start)
        try talk.publisher.publish(feed.picture(bytes: 9000))
        _ = try talk.tell(talk.server.bytes(RTMPMessage(RTMPMessage.Kind.userControl, [0, 6, 1, 2, 3, 4])))
        try talk.publisher.publish(feed.picture(bytes: 9000))
        talk.publisher.endMedia()
        let messages = try talk.listen()
        #expect(messages.map(\.kind) == [18, 9, 8, 9, 4, 9, 9])
        #expect(messages.allSatisfy { $0.streamID == ($0.kind == 4 ? 0 : 1) })
        #expect(messages[3].payload.count > 8000 && messages.last?.payload == [0x17, 2, 0, 0, 0])
    }

    @Test func aGoodbyeEndsTheStream() throws {
        var talk = try Talk()
        try talk.goLive()
        talk.publisher.sayGoodbye()
        _ = try talk.listen()
        #expect(talk.names.suffix(2) == ["FCUnpublish", "deleteStream"] && talk.publisher.state == .over)
        // What comes after it is ignored.
        #expect(try talk.tell([0xFF, 0xFF]) == .none)
    }

    @Test func aRefusalOfAnyStepIsOne() throws {
        for (step, answer) in [("connect", "_error"), ("createStream", "_error"), ("publish", "_error"), ("publish", "onStatus")] {
            var talk = try Talk()
            try talk.go(to: step)
            let number = try #require(talk.heard.last?.values[1].number)
            let bytes = talk.server.command(answer, number, .null, ServerSide.information("error", "NetStream.Publish.Denied", "no such key"))
            let refusal = #expect(throws: NetworkError.self) { try talk.tell(bytes) }
            #expect(refusal?.code == .badKey, "\(step)")
        }
    }

    @Test func aRefusalInMidStreamIsOneToo() throws {
        for (code, meaning) in [
            ("NetStream.Publish.BadName", NetworkError.Code.busy), ("NetStream.Publish.Denied", .badKey), ("NetStream.Unpublish.Success", .lost),
            ("NetConnection.Connect.Closed", .lost),
        ] {
            var talk = try Talk()
            try talk.goLive()
            let bytes = talk.server.status(code, level: meaning == .lost ? "status" : "error")
            #expect(#expect(throws: NetworkError.self) { try talk.tell(bytes) }?.code == meaning)
        }
        var talk = try Talk()
        try talk.goLive()
        #expect(#expect(throws: NetworkError.self) { try talk.tell(talk.server.command("close", 0, .null)) }?.code == .lost)
    }

    @Test func aLoginTakesThreeAttempts() throws {
        let text = "rtmp://joe:secret@a/live/KEY"
        func refuse(_ talk: inout Talk, _ words: String) throws -> RTMPPublisher.Outcome {
            try talk.go(to: "connect")
            return try talk.tell(talk.server.command("_error", 1, .null, ServerSide.information("error", "NetConnection.Connect.Rejected", words)))
        }
        let first = "[ AccessManager.Reject ] : [ code=403 need auth; authmod=adobe ] : "
        var talk = try Talk(text)
        let query = "?authmod=adobe&user=joe"
        #expect(try refuse(&talk, first) == .askAgain(query: query))
        var again = try Talk(text, query: query)
        let second = "[ AccessManager.Reject ] : [ authmod=adobe ] : ?reason=needauth&user=joe&salt=s&challenge=c&opaque=o"
        guard case .askAgain(let answer) = try refuse(&again, second) else { return #expect(Bool(false), "does not log in") }
        let connect = try #require(again.heard.last?.values[2])
        #expect(connect["app"]?.text == "live" + query && connect["tcUrl"]?.text == "rtmp://a/live" + query)
        // The same question once more, and a plain refusal, mean that the password is wrong.
        for words in [first, "[ authmod=adobe ] : ?reason=authfailed&opaque=o"] {
            var last = try Talk(text, query: words == first ? query : answer)
            #expect(#expect(throws: NetworkError.self) { try refuse(&last, words) }?.code == .badKey)
        }
        var stranger = try Talk()
        let refusal = #expect(throws: NetworkError.self) { try refuse(&stranger, first) }
        #expect(refusal?.code == .badKey && refusal?.message.contains("USER:PASSWORD@HOST") == true)
    }

    @Test func garbageBeforeAndAfterAcceptanceIsReported() throws {
        var talk = try Talk()
        try talk.go(to: "connect")
        #expect(#expect(throws: NetworkError.self) { try talk.tell([0xFF, 1, 2, 3]) }?.code == .rejected)
        var live = try Talk()
        try live.goLive()
        #expect(#expect(throws: NetworkError.self) { try live.tell([UInt8](repeating: 0xFF, count: 100)) }?.code == .lost)
    }

    @Test func messagesThatMeanNothingToAPublisherAreLeftAlone() throws {
        var talk = try Talk()
        try talk.goLive()
        for kind in [3, 8, 9, 15, 16, 18, 19, 22, 99] as [UInt8] {
            #expect(try talk.tell(talk.server.bytes(RTMPMessage(kind, streamID: 1, [1, 2, 3, 4, 5]))) == .none)
        }
        #expect(try talk.tell(talk.server.command("onBWDone", 0, .null, .number(8192))) == .none)
        #expect(try talk.tell(talk.server.bytes(RTMPMessage(20, []))) == .none)
        #expect(try talk.listen().isEmpty)
    }
}
