import ArgumentParser
import Control
import Session
import Testing

@testable import SplitcastCLI

/// Addresses with passwords that are read from a file, so that they stand in no command line.
@Suite struct InputAddressTests {
    private let file: TemporaryFile

    init() throws { file = try TemporaryFile("# camera\nrtsp://me:secret@camera/1\n") }

    @Test func aBroadcastReadsIt() throws {
        let words = ["--capture", "media", "--url", "@" + file.path]
        let live = try #require(try LiveCommand.parseAsRoot(words) as? LiveCommand)
        #expect(try live.plan().configuration.capture == .agent(backend: "media", arguments: ["--url", "rtsp://me:secret@camera/1"]))
    }

    @Test(arguments: ["swap", "request-agent"]) func theCommandReadsItAndNotTheHost(name: String) throws {
        for words in [["--url", "@" + file.path], ["--url=@" + file.path]] {
            let command = try SplitcastCommand.parseAsRoot([name, "media", "--fps", "5"] + words)
            let arguments =
                switch try (command as? SwapCommand)?.request() ?? (command as? RequestAgentCommand)?.request() {
                case .swap("media", let arguments, _), .start("media", let arguments, _): arguments
                default: [String]()
                }
            #expect(arguments.joined(separator: " ").hasSuffix("rtsp://me:secret@camera/1"), "\(arguments)")
        }
        // Another agent's words are its own.
        let other = try #require(try SplitcastCommand.parseAsRoot(["swap", "mine", "--url", "@x"]) as? SwapCommand)
        #expect(try other.request() == .swap(backend: "mine", arguments: ["--url", "@x"]))
    }

    @Test func aFileWithoutOneAddressIsRefused() throws {
        let two = try TemporaryFile("a\nb\n")
        for path in [two.path, "/nowhere/camera.txt"] {
            let swap = try #require(try SplitcastCommand.parseAsRoot(["swap", "media", "--url", "@" + path]) as? SwapCommand)
            let error = #expect(throws: CommandFailure.self) { try swap.request() }
            #expect(error?.code == .usage && error?.message.contains("--url @\(path)") == true, "\(error?.message ?? "")")
        }
    }

    /// What the host's log at debug level says of a request.
    @Test func aRequestIsToldWithoutItsPassword() {
        let swap = AgentRequest.swap(backend: "media", arguments: ["--url", "rtsp://me:secret@camera/1", "--fps", "5"])
        #expect("\(swap)" == "swap media --url rtsp://…@camera/1 --fps 5")
        #expect("\(AgentRequest.start(backend: "media", arguments: ["--url=http://a/b?key=secret"]))" == "start-agent media --url=http://a/b?…")
        #expect("\(AgentRequest.start(backend: nil, arguments: []))" == "start-agent" && "\(AgentRequest.stop(agent: 3))" == "stop-agent 3")
    }

    @Test func whatIsWrongWithARequestIsToldWithoutItsPassword() {
        let wrong: [AgentRequest] = [
            .swap(backend: "rtsp://me:secret@camera/1", arguments: []),
            .swap(backend: "media", arguments: ["--url", "rtsp://me:secret@camera/\u{7}"]),
        ]
        for request in wrong { #expect(request.problem?.contains("camera") == true && request.problem?.contains("secret") == false) }
    }
}
