import ArgumentParser
import Delivery
import Session

/// How recordings lie on the disk.
struct RecordingOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Go on in a new file after a time (10m, 1h) or at a size (500MB, 2GB): talk-0001.mkv, talk-0002.mkv and so on.",
            discussion: "Each file starts at a key frame and plays alone; none of the stream is lost between two.", valueName: "TIME|SIZE"))
    var split: String?

    @Option(
        help: ArgumentHelp(
            "End recordings, complete, before their disk has less room than this; 0 fills the disk (default: 200MB).", valueName: "SIZE"))
    var minFree: String?

    @Option(
        help: ArgumentHelp(
            "Hold the newest of the broadcast in memory (60s, 5m), to be saved by 'splitcast replay save FILE'.",
            discussion: "Nothing is encoded a second time. 'splitcast status' shows how much is held.", valueName: "TIME"))
    var replay: String?

    @Option(
        help: ArgumentHelp(
            "Delete the oldest files of a recording with --split or the time in its name, beyond a size (20GB) or an age (14d).",
            discussion: "Only files that splitcast made for the same name, and never the one that is written.", valueName: "SIZE|AGE"))
    var keep: String?

    @Option(
        help: ArgumentHelp(
            "Audio tracks of recordings (.mkv, .mp4): mix, and mic, mic-2 …, desktop or music, each by itself (default: mix).",
            valueName: "LIST"))
    var recordTracks: String?

    private static let ages: ClosedRange<Double> = 1...87_600
    private static let spans: ClosedRange<Duration> = .seconds(1) ... .seconds(7 * 86_400)
    private static let sizes = 1_000_000...1_000_000_000_000

    /// - Parameter configuration: holds the targets already.
    func apply(to configuration: inout SessionConfiguration) throws(CommandFailure) {
        if let split { configuration.recordingSplit = try Self.split(split) }
        if let minFree { configuration.minFreeBytes = try Self.minFree(minFree) }
        if let replay { configuration.replay = try OptionText.duration("--replay", replay, .seconds(1)...ReplayRequest.longest) }
        if let keep { configuration.recordingKeep = try Self.keep(keep) }
        if let recordTracks {
            guard configuration.streams != .videoOnly else {
                throw CommandFailure(
                    .usage, "--record-tracks says something about the audio, and --video-only sends none: leave out one of them")
            }
            configuration.recordTracks = try Self.sources(recordTracks, of: "--record-tracks", configuration)
        }
        let given = [("--record-tracks", recordTracks), ("--keep", keep), ("--split", split), ("--min-free", minFree)].first { $0.1 != nil }
        guard let option = given?.0 else { return }
        var (records, differ) = (false, split != nil)
        for text in configuration.targets {
            do throws(DeliveryError) {
                let url = try TargetURL(parsing: EncodingReference(text).address)
                records = url.firstFile(isSplit: false) != nil || records
                differ = differ || url.namesFollowTime
            } catch { throw CommandFailure(.usage, error.message) }
        }
        guard records else { throw CommandFailure(.usage, "\(option) is for recordings, and there is none: add --record FILE") }
        guard keep == nil || differ else {
            throw CommandFailure(
                .usage, "--keep deletes the oldest of many files, and the recording is one: add --split, or give --record 'talk-%Y-%m-%d.mkv'")
        }
    }

    /// The names of sources of the broadcast, and `mix`, none twice.
    static func sources(_ text: String, of option: String, _ configuration: SessionConfiguration) throws(CommandFailure) -> [String] {
        let microphones = configuration.microphones.indices.map { SessionConfiguration.Microphone.id(at: $0) }
        let known = ["mix"] + microphones + (configuration.desktopAudio == nil ? [] : ["desktop"]) + ["music"]
        let names = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        for (index, name) in names.enumerated() {
            guard known.contains(name) else {
                let remedy = name == "desktop" ? "; for desktop add --desktop-audio" : ""
                throw OptionText.wrong(
                    option, text, "there is no source '\(name)': give any of \(known.joined(separator: ", ")), with commas\(remedy)")
            }
            guard !names[..<index].contains(name) else { throw OptionText.wrong(option, text, "\(name) is named twice") }
        }
        return names
    }

    private static func split(_ text: String) throws(CommandFailure) -> RecordingSplit {
        if text.last?.isLetter == true, text.last?.lowercased() != "b" {
            // 10M is ten minutes to one and ten megabytes to another.
            guard text.last?.isLowercase == true else {
                throw OptionText.wrong("--split", text, "a time or a size? Give \(text.lowercased()) for a time, or \(text)B for a size")
            }
            return .every(try OptionText.duration("--split", text, spans, "or a size such as 500MB"))
        }
        guard text.last?.isLetter == true else {
            throw OptionText.wrong("--split", text, "its unit is missing: give a time such as 10m or 1h, or a size such as 500MB or 2GB")
        }
        return .atBytes(try OptionText.fileSize("--split", text, sizes))
    }

    private static func keep(_ text: String) throws(CommandFailure) -> RecordingKeep {
        let hours: Double? = text.last == "d" ? 24 : text.last == "h" ? 1 : nil
        guard let hours else {
            guard text.last?.lowercased() == "b" else {
                throw OptionText.wrong("--keep", text, "give a size with its unit, such as 20GB, or an age such as 14d or 36h")
            }
            return .bytes(try OptionText.fileSize("--keep", text, 1_000_000...1_000_000_000_000_000))
        }
        guard let number = Double(text.dropLast()), ages.contains(number * hours) else {
            throw OptionText.wrong("--keep", text, "give a size such as 20GB, or an age from 1h to 3650d")
        }
        return .age(.seconds(Int64(clamping: number * hours * 3600)))
    }

    private static func minFree(_ text: String) throws(CommandFailure) -> Int {
        text == "0" ? 0 : try OptionText.fileSize("--min-free", text, 0...100_000_000_000_000)
    }
}
