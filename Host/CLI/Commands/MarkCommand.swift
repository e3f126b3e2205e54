import AppGroup
import ArgumentParser
import Codec
import Control
import Session

struct MarkCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mark", abstract: "Give this moment a name in the recordings that run: a chapter.",
        discussion: """
            Into .mkv, .mka, .mp4 and .m4a files, at once: a crash afterwards does not lose it. Without NAME: "Chapter 1" and so on.

            EXAMPLES:
              splitcast mark
              splitcast mark "Questions"
            """)

    @Argument(help: ArgumentHelp("One line, 255 bytes at most.", valueName: "NAME"))
    var name: String?

    @OptionGroup var group: GroupOption

    func run() throws {
        if let name, let problem = Chapter.problem(ofName: name) { throw CommandFailure(.usage, problem) }
        let group = try group.name()
        do {
            let client = try ControlClient(group)
            let chapter = try client.mark(name)
            print(Self.text(chapter, try client.targets()), terminator: "")
        } catch let error as GroupError { throw CommandFailure(error) } catch let error as ControlError { throw CommandFailure(error) }
    }

    static func text(_ chapter: ChapterReport, _ targets: [SessionStatus.Target]) -> String {
        func names(_ ids: [Int]) -> String {
            ids.map { id in targets.first { $0.id == id }.map { $0.file ?? $0.url } ?? "target \(id)" }.joined(separator: ", ")
        }
        let rest = chapter.without.isEmpty ? "" : "not in \(names(chapter.without)): it holds no chapters, or no more\n"
        return PlainText.of("chapter \"\(chapter.name)\" in \(names(chapter.targets))") + "\n" + rest
    }
}
