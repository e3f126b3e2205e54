import ArgumentParser
import Codec
import Control
import Delivery
import Glibc
import Platform
import Session

struct RemuxCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remux", abstract: "Write a recording into another container, as it is: talk.mkv into talk.mp4.",
        discussion: """
            Nothing is encoded again. Every track with its language and title, and every chapter is kept; an MP4 file plays before it is \
            loaded completely. Of a recording that was broken off, by a crash or a full disk, all that is there is saved. Ctrl-C leaves no \
            file behind.

            EXAMPLES:
              splitcast remux talk.mkv talk.mp4
              splitcast remux broken.mp4 whole.mkv
            """)

    @Argument(help: ArgumentHelp("A recording, such as talk.mkv.", valueName: "FILE"))
    var source: String

    @Argument(help: ArgumentHelp("The file to make: .flv .mkv .mp4 .ts; for audio alone .m4a .mka .ogg .opus .aac.", valueName: "NEW"))
    var destination: String

    @Flag(help: "Replace a file that exists.")
    var overwrite = false

    /// What takes less is over before anyone reads it.
    private static let patience = Duration.seconds(1)
    private static let drawInterval = Duration.milliseconds(100)

    func run() throws {
        let (url, path) = try place()
        let claim = try claim(url)
        defer { withExtendedLifetime(claim) {} }
        let signals: ProcessSignals
        do throws(SystemError) { signals = try ProcessSignals() } catch { throw CommandFailure(.failed, "\(error)", cause: error) }
        var next = MediaTime.now() + Self.patience
        defer { Console.standard.show("") }
        do throws(CodecError) {
            let remuxer = Remuxer(source, to: path, as: url.container, replacing: overwrite, isWanted: { !Self.isAsked(signals) }) { part in
                guard Console.standard.isTerminal, MediaTime.now() >= next else { return }
                next = .now() + Self.drawInterval
                Console.standard.show("\(path): \(Int(clamping: part * 100)) %")
            }
            let result = try remuxer.run()
            Console.standard.show("")
            print(Self.text(result, source, path), terminator: "")
        } catch {
            Console.standard.show("")
            throw CommandFailure(Self.code(of: error), error.message, cause: error)
        }
    }

    static func text(_ result: Remuxer.Result, _ source: String, _ path: String) -> String {
        let tracks = result.tracks == 1 ? "1 track" : "\(result.tracks) tracks"
        let chapters = result.chapters == 0 ? "" : result.chapters == 1 ? ", 1 chapter" : ", \(result.chapters) chapters"
        let size = Figure.bytes(UInt64(clamping: result.byteCount))
        var lines = ["\(PlainText.of(path)): \(Figure.clock(result.seconds)), \(tracks)\(chapters), \(size)"]
        if result.isBrokenOff { lines.append("\(PlainText.of(source)) was broken off: \(Figure.fixed(result.seconds)) s of it are saved") }
        if !result.leftOut.isEmpty { lines.append("left out, since the container cannot hold it: \(result.leftOut.joined(separator: ", "))") }
        return lines.joined(separator: "\n") + "\n"
    }

    /// Where it goes, as a recording's name is read; conversions follow the time now.
    private func place() throws(CommandFailure) -> (TargetURL, String) {
        guard !destination.contains("://") else { throw CommandFailure(.usage, "\(destination) is no file: give a name such as talk.mp4") }
        let url: TargetURL
        do throws(DeliveryError) { url = try TargetURL(parsing: destination) } catch {
            guard error.code == .badURL, !Self.isName(destination) else { throw CommandFailure(.usage, error.message, cause: error) }
            // What targets may be besides is of no use here.
            let shown = MistypedAddress.shown(destination).map { "\"\(PlainText.of($0))\"" } ?? "what was given"
            let names = "a name ending in .flv, .mkv, .mp4 or .ts, for audio alone in .m4a, .mka, .ogg, .opus or .aac"
            throw CommandFailure(.usage, "\(shown) is no kind of file that remux writes: give \(names)", cause: error)
        }
        guard let path = url.firstFile(isSplit: false) else {
            throw CommandFailure(.usage, "\(destination) is a playlist: give a name such as talk.mp4")
        }
        return (url, path)
    }

    /// Of the files that it writes: no playlists.
    static let endings = ["flv", "mkv", "mp4", "ts", "m4a", "mka", "ogg", "opus", "aac"]

    /// Whether it has one of the endings, and something before it.
    private static func isName(_ text: String) -> Bool {
        let name = (text.split(separator: "/", omittingEmptySubsequences: false).last ?? "").lowercased()
        return endings.contains { name.hasSuffix("." + $0) && name.count > $0.count + 1 }
    }

    /// No recording of a host begins there meanwhile. `nil` where no host can have one.
    private func claim(_ url: TargetURL) throws(CommandFailure) -> TargetClaim? {
        // A name that follows the time never meets another file of a host.
        guard !url.namesFollowTime else { return nil }
        do throws(DeliveryError) { return try TargetClaim(testing: url) } catch {
            guard error.code == .taken else { return nil }
            throw CommandFailure(.failed, error.message, cause: error)
        }
    }

    private static func isAsked(_ signals: ProcessSignals) -> Bool {
        var entry = pollfd(fd: signals.descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&entry, 1, 0) > 0
    }

    private static func code(of error: CodecError) -> CommandFailure.Code {
        switch error.code {
        case .interrupted: .interrupted
        case .notReadable, .notAFile, .invalidSetting: .usage
        default: .failed
        }
    }
}
