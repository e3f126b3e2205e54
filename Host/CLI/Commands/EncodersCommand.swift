import ArgumentParser
import Codec
import Frames
import Platform
import Session
import Synchronization

struct EncodersCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "encoders", abstract: "Try the picture's encoders, and tell which work on this machine.",
        discussion: """
            Each is opened in a process of its own and encodes some pictures, at most eight seconds long: what crashes or hangs there does \
            no harm. PICTURES/S is what it made of a simple picture of that size, beside whatever else this machine does; a hardware \
            encoder is tried with larger pictures too.

            --json prints a list of objects: encoder, codec, isHardware, works, problem, width, height, framesPerSecond, picturesPerSecond, \
            delayPictures, largest, pixels (what pixel= of --encoding may be).

            EXAMPLES:
              splitcast encoders
              splitcast encoders --size 1280x720 --json
            """)

    @Flag(help: "Print JSON.")
    var json = false

    @Option(help: ArgumentHelp("The picture to try them with (default: 1920x1080).", valueName: "WxH"))
    var size: String?

    @Option(name: .customLong("fps"), help: ArgumentHelp("The frame rate to try them with (default: 30).", valueName: "N"))
    var framesPerSecond: String?

    @Option(help: ArgumentHelp("A hardware encoder's device (default: the first that works).", valueName: "PATH"))
    var encoderDevice: String?

    private final class Progress: Sendable {
        let next = Atomic<Int>(0)
        let trials = Mutex<[Int: EncoderTrial]>([:])
    }

    /// Hardware waits for its device, software for the processor: more at a time would tell less.
    private static let atATime = 2

    func run() throws {
        let size = try size.map { try OptionText.size("--size", $0) } ?? .init(width: 1920, height: 1080)
        let rate = try framesPerSecond.map { try OptionText.frameRate("--fps", $0) } ?? 30
        let (names, device, console) = (EncoderName.all, encoderDevice, Console.standard)
        let progress = Progress()
        defer { console.show("") }
        try Self.together(Self.atATime) {
            while true {
                let index = progress.next.add(1, ordering: .relaxed).oldValue
                guard index < names.count else { return }
                if console.isTerminal { console.show("trying \(names[index].text), \(index + 1) of \(names.count)") }
                let trial = EncoderCheck().run(names[index], size: size, framesPerSecond: rate, device: names[index].isHardware ? device : nil)
                progress.trials.withLock { $0[index] = trial }
            }
        }
        let all = progress.trials.withLock { trials in names.indices.compactMap { trials[$0] } }
        console.show("")
        print(json ? JSONText.of(all, isPretty: true) : Self.table(all).joined(separator: "\n"))
    }

    @available(*, noasync)
    private static func together(_ count: Int, _ body: @escaping @Sendable () -> Void) throws(CommandFailure) {
        var workers: [Worker] = []
        defer { for worker in workers { worker.join() } }
        for _ in 0..<count {
            do throws(SystemError) { workers.append(try Worker(name: "try", body: body)) } catch { throw CommandFailure(.failed, "\(error)") }
        }
    }

    static func table(_ trials: [EncoderTrial]) -> [String] {
        var table = TextTable(
            heading: [
                ("ENCODER", .left), ("CODEC", .left), ("IN", .left), ("WORKS", .left), ("PICTURES/S", .right), ("DELAY", .right), ("LARGEST", .left),
                ("PIXEL", .left), ("WHY NOT", .left),
            ])
        for trial in trials {
            let place = trial.isHardware ? "hardware" : "software"
            let figures = trial.works ? ["\(Int(clamping: trial.picturesPerSecond.rounded()))", "\(trial.delayPictures)"] : ["", ""]
            table.rows.append(
                [trial.encoder, trial.codec, place, trial.works ? "yes" : "no"] + figures
                    + [trial.largest, trial.pixels.joined(separator: ","), trial.problem])
        }
        return table.lines()
    }
}
