import AppGroup
import ArgumentParser
import Codec
import Control
import Glibc
import Platform
import Session

struct SnapshotCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "snapshot", abstract: "Take pictures of what viewers see, into PNG or JPEG files.",
        discussion: """
            With the pointer, or with the slate that is shown; no frame of the broadcast waits for it. Each file's path is printed when it is \
            complete. No file is ever replaced. Ctrl-C ends between two pictures.

            EXAMPLES:
              splitcast snapshot                            shot-2026-11-24_011530-1.png
              splitcast snapshot --out thumbnail.jpg
              splitcast snapshot --count 3 --interval 1s --out shots/
            """)

    private static let counts = 1...1_000_000
    private static let intervals = Duration.milliseconds(100) ... .seconds(86_400)
    /// A slow disk, a busy machine, others before.
    private static let timeLimit = Duration.seconds(60)

    @Option(
        help: ArgumentHelp(
            "A folder, which is made if it is not there, or a file that ends in .png or .jpg; more than one are numbered: a-1.png "
                + "(default: this folder).", valueName: "PATH"))
    var out = "./"

    @Option(help: ArgumentHelp("So many pictures (default: 1).", valueName: "N"))
    var count: String?

    @Option(help: ArgumentHelp("From one picture to the next: 500ms, 5s, 1m (default: 1s).", valueName: "TIME"))
    var interval: String?

    @Option(help: ArgumentHelp("png or jpeg (default: by the ending of --out, else png).", valueName: "KIND"))
    var format: String?

    @Option(help: ArgumentHelp("What to take the picture of: canvas, or a source of 'splitcast sources show' (default: canvas).", valueName: "NAME"))
    var source = SnapshotRequest.canvas

    @Flag(help: "Print JSON, one object on each line.")
    var json = false

    @OptionGroup var group: GroupOption

    func run() throws {
        let (requests, pause, group) = (try plan(), try pause(), try group.name())
        do {
            let client = try ControlClient(group, timeLimit: Self.timeLimit)
            let signals = try ProcessSignals()
            var due = MediaTime.now()
            for number in 0..<requests.count {
                // At once, if the picture before took longer than that.
                var entry = pollfd(fd: signals.descriptor, events: Int16(POLLIN), revents: 0)
                guard pollUntil(due, &entry, 1) == 0 else { return }
                let saved = try client.takeSnapshot(requests.request(number))
                print(json ? JSONText.of(saved, isPretty: false) : PlainText.of(saved.file))
                if let clip = saved.clip {
                    Console.standard.complain("viewers see the clip \(PlainText.of(clip)) at this moment; the picture is of the slate")
                }
                guard fflush(nil) == 0 else { return }
                due = due + pause
            }
        } catch let error as GroupError { throw CommandFailure(error) } catch let error as ControlError { throw CommandFailure(error) }
    }

    private func pause() throws(CommandFailure) -> Duration {
        try interval.map { text throws(CommandFailure) in try OptionText.duration("--interval", text, Self.intervals) } ?? .seconds(1)
    }

    /// What is asked of the host, one picture after the other.
    func plan() throws(CommandFailure) -> SnapshotPlan {
        let count = try count.map { text throws(CommandFailure) in try OptionText.number("--count", text, Self.counts, 3) } ?? 1
        let kind = try format.map { text throws(CommandFailure) in
            try OptionText.word("--format", text, [("png", StillFormat.png), ("jpeg", .jpeg), ("jpg", .jpeg)])
        }
        return try SnapshotPlan(out: out, count: count, format: kind, source: source)
    }
}
