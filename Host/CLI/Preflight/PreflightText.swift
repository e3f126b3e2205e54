import Preflight

/// What `splitcast preflight` shows.
enum PreflightText {
    private static let mostRows = 6
    private static let cells = 16

    /// What `--apply` did.
    static func applied(_ applied: RateUpdate.Applied, to group: String) -> String {
        let rate = "streams at \(Figure.rate(Double(applied.setting.bitsPerSecond))) at most"
        let picture = [applied.picture?.size.map { "\($0)" }, applied.picture?.framesPerSecond.map { "\($0) frames a second" }].compactMap { $0 }
        return "group '\(group)' \(rate)\(picture.isEmpty ? "" : ", in \(picture.joined(separator: " and "))") from now on"
    }

    /// The line that a terminal shows while it runs.
    static func progress(_ progress: UploadTestProgress, columns: Int) -> String {
        let part = min(1, progress.elapsed.inSeconds / progress.span.inSeconds)
        let filled = Int(clamping: (part * Double(cells)).rounded())
        let bar = "[" + String(repeating: "#", count: filled) + String(repeating: "-", count: cells - filled) + "]"
        let line = "\(bar) \(Figure.fixed(progress.elapsed.inSeconds)) s  \(short(progress))"
        return line.count < columns ? line : String(line.prefix(max(0, columns - 1)))
    }

    static func short(_ progress: UploadTestProgress) -> String {
        let sending = "sending \(Figure.rate(Double(progress.sending)))"
        return progress.delivered.map { "\(sending) after \(Figure.rate(Double($0))) got through" } ?? sending
    }

    static func result(_ result: PreflightResult) -> String {
        guard let measured = result.test.measured else { return "" }
        var lines = ["\(result.url)" + (result.service.name.map { " (\($0))" } ?? "")]
        let roundTrip = result.test.roundTrip.map { ", \(Figure.fixed($0.inMilliseconds, $0 < .milliseconds(10) ? 1 : 0)) ms there and back" } ?? ""
        lines.append(
            "\(result.test.isAtLeast ? "at least " : "")\(Figure.rate(Double(measured))) get through in \(Figure.fixed(result.test.span.inSeconds)) s"
                + "\(roundTrip): \(result.ending)")
        guard let best = result.settings.first else { return lines.joined(separator: "\n") + "\n" }
        let audio = Figure.rate(Double(result.preferences.sound))
        lines.append("85 % of it is to be used: \(audio) for the audio, \(Figure.rate(Double(result.budget))) for the picture")
        var table = TextTable(heading: [("SIZE", .left), ("FPS", .right), ("BIT RATE", .right), ("AT LEAST", .right), ("WHY", .left)])
        table.rows = result.settings.prefix(mostRows).map { setting in
            [
                "\(setting.size)", "\(setting.framesPerSecond)", Figure.rate(Double(setting.bitsPerSecond)),
                Figure.rate(Double(setting.leastBitsPerSecond)), setting.why,
            ]
        }
        lines += [""] + table.lines()
        lines += ["", "splitcast live --size \(best.size) --fps \(best.framesPerSecond) --bitrate \(best.bitsPerSecond / 1000)k --to …"]
        return lines.joined(separator: "\n") + "\n"
    }
}
