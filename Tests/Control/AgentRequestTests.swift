import AgentProtocol
import AppGroup
import ControlFixtures
import Session
import Testing

@testable import Control

/// Requests that are wrong in themselves, and requests that are wrong at the moment: each is told why, and what is right.
@Suite struct AgentRequestTests {
    private let group: TestGroup

    init() throws { group = try TestGroup() }

    struct Bad: Sendable, CustomTestStringConvertible {
        let fields: String
        let code: String
        let words: String

        init(_ fields: String, _ code: String, _ words: String) { (self.fields, self.code, self.words) = (fields, code, words) }

        var testDescription: String { fields }
    }

    static let bad = [
        Bad(#""do":"swap""#, "missingField", #""backend":"x11""#), Bad(#""do":"switch""#, "missingField", #""agent":3"#),
        Bad(#""do":"operation""#, "missingField", #""id":7"#), Bad(#""do":"swap","backend":null"#, "missingField", #""backend":"x11""#),
        Bad(#""do":"swap","backend":["x11"]"#, "badField", #"must look like "x11""#),
        Bad(#""do":"swap","backend":"x11","arguments":"--display :1""#, "badField", #"["--display",":1"]"#),
        Bad(#""do":"swap","backend":"x11","arguments":[1]"#, "badField", #"["--display",":1"]"#),
        Bad(#""do":"swap","backend":"x11","arguments":[null]"#, "badField", #"["--display",":1"]"#),
        Bad(#""do":"swap","backend":"""#, "badField", "splitcast-capture-WORD"),
        Bad(#""do":"swap","backend":"../x11""#, "badField", "'../x11' is not a backend"),
        Bad(#""do":"swap","backend":"X11""#, "badField", "'X11' is not a backend"),
        Bad(#""do":"swap","backend":"x11","arguments":["a\u0000b"]"#, "badField", "NUL character"),
        Bad(#""do":"swap","backend":"x11","arguments":["a\u009bb"]"#, "badField", "control character"),
        Bad(#""do":"swap","backend":"x11","arguments":["--group","other"]"#, "badField", "the group of its host"),
        Bad(#""do":"start-agent","arguments":["--display"]"#, "badField", "need the backend"),
        Bad(#""do":"switch","agent":-1"#, "badField", "lists them"), Bad(#""do":"switch","agent":4294967296"#, "badField", "lists them"),
        Bad(#""do":"pause","agent":"3""#, "badField", "lists them"), Bad(#""do":"stop-agent","agent":3.5"#, "badField", "lists them"),
        Bad(#""do":"operation","id":"1""#, "badField", "as it was answered"), Bad(#""do":"operation","id":7"#, "unknownOperation", "no operation 7"),
        Bad(#""do":"switch","agent":9"#, "unknownAgent", "no agent is attached"), Bad(#""do":"stop-agent""#, "noAgent", "start one first"),
    ]

    @Test func whatIsWrongIsNamedWithTheRightForm() async throws {
        let session = FakeSession()
        let replies = try await group.serving(session) { [group] in
            try RawPackets.exchange(Self.bad.map { Array(#"{"v":1,\#($0.fields)}"#.utf8) }, group.directory)
        }
        for (bad, reply) in zip(Self.bad, replies) {
            let plain = reply.replacing(#"\""#, with: "\"")
            #expect(reply.contains(#""code":"\#(bad.code)""#) && plain.contains(bad.words), "\(bad.fields): \(reply)")
        }
        #expect(session.wasTold == FakeSession.Told())
    }

    @Test(arguments: [
        (AgentRequest.mostArguments, 8, true), (AgentRequest.mostArguments + 1, 1, false), (1, AgentRequest.longestArgumentsBytes, true),
        (1, AgentRequest.longestArgumentsBytes + 1, false), (4, AgentRequest.longestArgumentsBytes / 4 + 1, false),
    ])
    func argumentsAreBounded(count: Int, bytesEach: Int, isTaken: Bool) async throws {
        // Of characters that need escaping, so that the longest packet is tried as well.
        let arguments = Array(repeating: String(repeating: "\"", count: bytesEach), count: count)
        let session = FakeSession()
        let taken = try await group.serving(session) { [group] in
            do {
                _ = try ControlClient(group.directory.name).begin(.swap(backend: "x11", arguments: arguments))
                return true
            } catch let error as ControlError {
                #expect(error.code == .refused && error.message.contains("at most"), "\(error)")
                return false
            }
        }
        #expect(taken == isTaken)
        #expect(session.wasTold.requests.count == (isTaken ? 1 : 0))
    }

    @Test func theLongestArgumentsFitAPacketHoweverTheyAreEscaped() async throws {
        // As Python's json writes them: every two bytes of UTF-8 as six characters.
        let argument = String(repeating: #"\u00fc"#, count: AgentRequest.longestArgumentsBytes / 2)
        let session = FakeSession()
        let replies = try await group.serving(session) { [group] in
            try RawPackets.exchange([Array(#"{"v":1,"do":"swap","backend":"x11","arguments":["\#(argument)"]}"#.utf8)], group.directory)
        }
        #expect(replies[0].contains(#""operation""#), "\(replies[0])")
        #expect(session.wasTold.requests.count == 1)
    }

    private static let live = FakeSession.agent(3, "x11", ":0", isLive: true)
    private static let standby = FakeSession.agent(4, "x11", ":1", isStandby: true)
    private static let paused = FakeSession.agent(5, "pattern", "card", isLive: true, isPaused: true)

    static let moments: [([SessionStatus.Agent], AgentRequest, ControlReply.Refusal.Code?, String)] = [
        ([live, standby], .switchTo(agent: 4), nil, ""), ([live, standby], .switchTo(agent: 3), .alreadyLive, "attached are 4 (standby)"),
        ([live], .switchTo(agent: 3), .alreadyLive, "no other is attached"), ([live], .stop(agent: 7), .unknownAgent, "attached are 3 (live)"),
        ([live], .pause(agent: 2), .unknownAgent, "agent 2 is gone (closed): attached are 3 (live)"),
        ([], .resume(agent: 2), .unknownAgent, "agent 2 is gone (closed), and no other"), ([], .stop(agent: 8), .unknownAgent, "start one first"),
        ([live], .start(backend: nil, arguments: []), .alreadyLive, "swap puts another in its place"),
        ([paused], .start(backend: "x11", arguments: []), .alreadyLive, "resume lets it go on"),
        ([standby], .start(backend: "x11", arguments: []), nil, ""), ([standby], .stop(agent: nil), .noAgent, "attached are 4 (standby)"),
        ([standby], .pause(agent: nil), nil, ""), ([standby], .resume(agent: nil), .noAgent, "no agent is paused"),
        ([live], .resume(agent: nil), nil, ""),
        ([paused], .resume(agent: nil), nil, ""), ([], .resume(agent: nil), .noAgent, "no agent is attached"), ([live], .pause(agent: nil), nil, ""),
        ([], .swap(backend: "x11", arguments: []), nil, ""), ([live], .detach(.screen), nil, ""),
        ([standby], .detach(.screen), .noAgent, "no agent of screen is live: 4 (standby)"), ([], .detach(.screen), nil, ""),
        ([live], .detach(SourceName("cam")!), .badField, "there is no source \"cam\": there is screen"),
        ([live, standby], .attach(.screen, agent: 4), nil, ""), ([live, standby], .attach(.screen, agent: nil), nil, ""),
        ([live], .attach(.screen, agent: 3), .alreadyLive, "agent 3 is live for screen already: give another"),
        ([live], .attach(SourceName("cam")!, agent: 3), .alreadyLive, "detach screen first"),
        ([live], .attach(.screen, agent: 9), .unknownAgent, "attached are 3 (live)"),
    ]

    @Test(arguments: moments.indices) func whatTheMomentDoesNotAllowIsRefused(index: Int) {
        let (agents, request, code, words) = Self.moments[index]
        var status = FakeSession().status()
        status.agents = agents
        status.departed = [FakeSession.departed(2, "x11", "closed")]
        let refusal = request.refusal(status)
        #expect(refusal?.code == code, "\(request)")
        #expect(words.isEmpty || refusal?.message.contains(words) == true, "\(refusal?.message ?? "")")
        // A program asks, which has neither commands nor options.
        #expect(refusal?.message.contains("splitcast ") != true)
    }

    @Test func whatPeersWroteIsMadePlain() {
        #expect(PlainText.ofJSON("{\n\"a\" : \"ü\u{9B}\u{7F}\u{202E}\"}") == "{\n\"a\" : \"ü\\u009b\\u007f\\u202e\"}")
        #expect(PlainText.of("a\u{1B}[2J\nb\u{9B}c\u{7F}") == "a [2J b c ")
        #expect(PlainText.of("Zürich – :0") == "Zürich – :0" && PlainText.isPlain("ü") && !PlainText.isPlain("\u{85}"))
        // A name that would be read backwards, one that would go on in a line of its own; marks that words in Arabic and Hebrew need stay.
        #expect(PlainText.of("x11\u{202E}4pm\u{2066}\u{2028}z\u{200F}") == "x11 4pm  z\u{200F}")
    }
}
