import Session
import Testing

@testable import SplitcastCLI

/// The options of `live` and `host` for agents and for the time without one.
@Suite struct AgentOptionTests {
    private func configuration(_ arguments: [String]) throws -> SessionConfiguration {
        let live = try #require(try LiveCommand.parseAsRoot(["--display", ":1"] + arguments) as? LiveCommand)
        return try live.plan().configuration
    }

    @Test func withoutOptionsAgentsAreHeldAndTheSlateFollows() throws {
        let configuration = try configuration([])
        #expect(configuration.agentMemory == .byBackend && configuration.agentSandbox == .strict)
        #expect(configuration.holdTime == .seconds(3) && configuration.slate == SlateChoice())
    }

    @Test(arguments: [
        ("8M", 8 << 20), ("8m", 8 << 20), ("8MiB", 8 << 20), ("8192K", 8 << 20), ("1G", 1 << 30), ("7.5M", 7_864_320), ("8388608", 8 << 20),
        ("4M", 4 << 20),
    ])
    func memoryTakesUnitsOf1024(text: String, bytes: Int) throws {
        #expect(try configuration(["--agent-memory", text]).agentMemory == .each(bytes))
    }

    @Test func everyOptionArrives() throws {
        let off = try configuration(["--agent-memory", "off", "--agent-sandbox", "permissive", "--hold", "forever"])
        #expect(off.agentMemory == .each(nil) && off.agentSandbox == .permissive && off.holdTime == nil)
        let words = try configuration(["--hold", "500ms", "--slate-text", "Back soon", "--slate-color", "#2030FF"])
        #expect(words.holdTime == .milliseconds(500) && words.slate.text == "Back soon" && words.slate.picture == nil)
        #expect(words.slate.colour == SlateChoice.Colour(red: 0x20, green: 0x30, blue: 0xFF))
        #expect(try configuration(["--slate-color", "2030ff"]).slate.colour == words.slate.colour)
        #expect(try configuration(["--hold", "0s", "--slate-text", ""]).holdTime == .zero)
        #expect(try configuration(["--slate", "off"]).holdTime == nil)
        #expect(try configuration(["--slate", "off", "--hold", "forever"]).holdTime == nil)
    }

    @Test func hostTakesThemToo() throws {
        let host = try #require(try HostCommand.parseAsRoot(["--agent-memory", "8M", "--hold", "1m"]) as? HostCommand)
        let configuration = try host.plan().configuration
        #expect(configuration.agentMemory == .each(8 << 20) && configuration.holdTime == .seconds(60) && configuration.capture == .none)
    }

    @Test(arguments: ["\u{89}PNG", "\u{FF}\u{D8}\u{FF}"]) func aPictureIsKnownByItsFirstBytes(mark: String) throws {
        var bytes = mark.unicodeScalars.map { UInt8($0.value) } + [0x0D, 0x0A, 0x1A, 0x0A, 0]
        if mark.hasPrefix("\u{FF}") { bytes += [1, 2, 3] }
        let file = try TemporaryFile(bytes: bytes)
        #expect(try configuration(["--slate", file.path, "--slate-color", "#000000"]).slate.picture == file.path)
        let error = #expect(throws: CommandFailure.self) { try configuration(["--slate", file.path, "--slate-text", "x"]) }
        #expect(error?.message.contains("exclude each other") == true && error?.exitCode == 2)
    }

    @Test func whatIsNoPictureIsRefused() throws {
        let file = try TemporaryFile("GIF89a")
        let empty = try TemporaryFile("")
        for path in [file.path, empty.path, "/tmp", "/dev/zero", "/no/such.png"] {
            let error = #expect(throws: CommandFailure.self) { try configuration(["--slate", path]) }
            #expect(error?.exitCode == 2 && error?.message.contains("--slate \(path)") == true, "\(error?.message ?? "")")
        }
    }

    static let wrong: [(arguments: [String], words: [String])] = [
        (["--agent-memory", "2M"], ["--agent-memory 2M", "at least 4 MiB"]), (["--agent-memory", "4095K"], ["at least 4 MiB"]),
        (["--agent-memory", "8"], ["--agent-memory 8", "such as 8M"]), (["--agent-memory", "65535"], ["65535 bytes?"]),
        (["--agent-memory", "65536"], ["at least 4 MiB"]), (["--agent-memory", "0"], ["--agent-memory 0"]),
        (["--agent-memory", "-8M"], ["such as 8M"]), (["--agent-memory", "8X"], ["such as 8M"]), (["--agent-memory", "M"], ["such as 8M"]),
        (["--agent-memory", "9999999999999G"], ["at most 1024G"]), (["--agent-sandbox", "loose"], ["strict, permissive, off"]),
        (["--hold", "2h"], ["--hold 2h", "from 0s to 1h, or forever"]), (["--hold", "long"], ["--hold long", "or forever"]),
        (["--hold", "off"], ["or forever"]), (["--slate", "off", "--hold", "5s"], ["--slate off", "--hold 5s", "one of them"]),
        (["--slate", "off", "--slate-text", "x"], ["--slate-text needs a slate"]),
        (["--slate", "off", "--slate-color", "#000000"], ["--slate-color needs a slate"]),
        (["--slate-text", "a\nb"], ["--slate-text", "one line"]), (["--slate-text", String(repeating: "x", count: 81)], ["at most 80"]),
        (["--slate-color", "red"], ["--slate-color red", "'#203040'"]), (["--slate-color", "#20304"], ["'#203040'"]),
        (["--slate-color", "#+20304"], ["'#203040'"]), (["--slate-color", "#２０３０４０"], ["'#203040'"]),
    ]

    @Test(arguments: wrong) func aMistakeIsOneLineWithTheRightForm(arguments: [String], words: [String]) throws {
        let error = #expect(throws: CommandFailure.self) {
            // With "=", so that a value may begin with a minus.
            let joined = stride(from: 0, to: arguments.count, by: 2).map { arguments[$0] + "=" + arguments[$0 + 1] }
            _ = try configuration(joined)
        }
        let failure = try #require(error)
        #expect(failure.exitCode == 2 && !failure.message.contains("\n"))
        for word in words { #expect(failure.message.contains(word), "\(failure.message)") }
    }
}
