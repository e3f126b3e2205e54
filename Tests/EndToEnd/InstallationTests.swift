import Fixtures
import Foundation
import Testing

/// What `make install` puts beside the commands: man pages and completions, made from their help.
@Suite struct InstallationTests {
    private static let top = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../..").standardized.path

    /// Installed once, below a folder that goes with the tests' process.
    private final class Installation: Sendable {
        let scratch = Scratch()
        let error: String?
        var prefix: String { scratch.path + "/usr" }
        var pages: String { prefix + "/share/man/man1" }

        init() {
            do {
                let binaries = URL(fileURLWithPath: try releaseProduct("splitcast")).deletingLastPathComponent().path
                try runTool([InstallationTests.top + "/Host/Packaging/install", binaries, scratch.path + "/usr"], timeout: .seconds(300))
                error = nil
            } catch { self.error = "\(error)" }
        }

        func page(_ name: String) throws -> String { try String(contentsOfFile: "\(pages)/\(name).1", encoding: .utf8) }
    }

    private static let installation = Installation()

    private let installed: Installation

    init() throws {
        installed = Self.installation
        try #require(installed.error == nil)
    }

    private func help(_ words: [String], _ option: String = "--help") throws -> String {
        String(decoding: try runTool([try releaseProduct("splitcast")] + words + [option]), as: UTF8.self)
    }

    /// What a help text lists: commands below the first SUBCOMMANDS, options at the beginning of a line.
    private func listed(_ pattern: String, in help: some StringProtocol) throws -> [String] {
        let lines = try NSRegularExpression(pattern: "^  " + pattern, options: .anchorsMatchLines)
        let text = String(help)
        return lines.matches(in: text, range: NSRange(text.startIndex..., in: text)).compactMap { match in
            Range(match.range(at: 1), in: text).map { String(text[$0]) }
        }
    }

    /// A page as it is written, without what roff wants.
    private func plain(_ page: String) -> String {
        page.replacingOccurrences(of: "\\-", with: "-").replacing(/\\f[BIR]/, with: "")
    }

    @Test func everyCommandHasAPageWithItsOptions() throws {
        let help = try help([], "--help-all")
        let commands = try listed("([a-z][a-z-]+) ", in: help[(try #require(help.range(of: "SUBCOMMANDS:"))).upperBound...]).filter { $0 != "help" }
        #expect(commands.count > 30)
        let main = plain(try installed.page("splitcast"))
        for command in commands {
            #expect(main.contains("splitcast-\(command)(1)"))
            let page = plain(try installed.page("splitcast-\(command)"))
            for option in try listed("(?:-[a-z], )?(--[a-z0-9-]+)", in: try self.help([command])) {
                #expect(page.contains(option + "\n") || page.contains(option + " ") || page.contains(option + ","), "\(command) \(option)")
            }
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: installed.pages)
        let others = ["splitcast.1"] + ["x11", "wlr", "pipewire", "media", "pattern"].map { "splitcast-capture-\($0).1" }
        #expect(Set(names) == Set(commands.map { "splitcast-\($0).1" } + others), "hidden commands have no page")
    }

    @Test func everyAgentsPageHasItsOptions() throws {
        for agent in ["x11", "wlr", "pipewire", "media", "pattern"].map({ "splitcast-capture-\($0)" }) {
            let help = String(decoding: try runTool([try releaseProduct(agent), "--help"]), as: UTF8.self)
            let options = try listed("(--[a-z0-9-]+)", in: help)
            let page = plain(try installed.page(agent))
            #expect(options.count > 8)
            for option in options { #expect(page.contains(".TP\n" + option), "\(agent) \(option)") }
        }
    }

    @Test func thePagesAreCorrect() throws {
        let pages = try FileManager.default.contentsOfDirectory(atPath: installed.pages).map { "\(installed.pages)/\($0)" }
        let lint = try Program(["mandoc", "-T", "lint", "-W", "warning"] + pages)
        #expect(lint.status == 0 && lint.text.isEmpty, "\(lint.text)\(lint.complaints)")
        for name in ["splitcast", "splitcast-live", "splitcast-audio", "splitcast-capture-media"] {
            let page = "\(installed.pages)/\(name).1"
            let arguments = ["man", "--warnings", "-E", "UTF-8", "-l", "-Tutf8", "-Z", page]
            let man = try Program(arguments, environment: ["LC_ALL": "C.UTF-8", "MANWIDTH": "80"])
            #expect(man.status == 0 && man.complaints.isEmpty, "\(man.complaints)")
        }
    }

    @Test func bashCompletesCommandsAndOptions() throws {
        let script = installed.prefix + "/share/bash-completion/completions/splitcast"
        func completions(_ words: String) throws -> Set<String> {
            let text = """
                source '\(script)'
                function=$(complete -p splitcast); function=${function#*-F }; function=${function%% *}
                COMP_WORDS=(\(words) '') COMP_CWORD=$((${#COMP_WORDS[@]} - 1)) COMP_LINE='\(words) ' COMP_POINT=$((${#COMP_LINE}))
                COMP_TYPE=9 COMP_KEY=9
                $function splitcast '' '\(words.split(separator: " ").last ?? "")' 2>/dev/null
                printf '%s\\n' "${COMPREPLY[@]}"
                """
            return Set(String(decoding: try runTool(["bash", "-c", text]), as: UTF8.self).split(separator: "\n").map(String.init))
        }
        let commands = try completions("splitcast")
        #expect(commands.isSuperset(of: ["live", "doctor", "audio"]) && !commands.contains("run-encoder"))
        #expect(try completions("splitcast audio").contains("gain"))
    }

    @Test func whatWasInstalledIsRemoved() throws {
        let scratch = Scratch()
        let copy = scratch.file("usr")
        try FileManager.default.copyItem(atPath: installed.prefix, toPath: copy)
        try Data().write(to: URL(fileURLWithPath: copy + "/bin/other"))
        try runTool([Self.top + "/Host/Packaging/install", "--remove", copy])
        let left = FileManager.default.enumerator(atPath: copy)?.compactMap { $0 as? String } ?? []
        #expect(left.filter { !URL(fileURLWithPath: "\(copy)/\($0)").hasDirectoryPath } == ["bin/other"])
    }
}
