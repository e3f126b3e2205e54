import Control
import Session

/// What `splitcast audio` prints.
enum AudioTable {
    private static let cells = 24

    /// - Parameter showsAll: draw the meters of all sources, not of those alone that are active, or muted and open.
    static func text(_ audio: AudioStatus, showsAll: Bool) -> String {
        var table = TextTable(heading: [
            ("SOURCE", .left), ("STATE", .left), ("LEVEL", .left), ("PEAK", .right), ("GAIN", .right), ("DEVICE", .left),
        ])
        table.rows = audio.sources.map { source in
            let hasMeter = source.isActive || showsAll || isMutedAndOpen(source)
            return [
                source.id, state(source), hasMeter ? meter(source.rmsDbfs, source.peakDbfs, source.isClipping) : "",
                hasMeter ? peak(source.peakDbfs) : "", gain(source.gainDecibels), device(source),
            ]
        }
        let mix = audio.mix
        table.rows.append([
            "mix", mix.isMuted ? "muted" : "", meter(mix.rmsDbfs, mix.peakDbfs, mix.isClipping), peak(mix.peakDbfs), "", loudness(mix),
        ])
        return (table.lines() + [""] + notes(audio)).joined(separator: "\n") + "\n"
    }

    /// It is metered before it is muted: who speaks into it sees that.
    private static func isMutedAndOpen(_ source: AudioStatus.Source) -> Bool { source.isMuted && ["live", "playing"].contains(source.state) }

    private static func state(_ source: AudioStatus.Source) -> String { source.state + (source.isMuted ? ", muted" : "") }

    private static func device(_ source: AudioStatus.Source) -> String {
        let who = source.kind == "pushed" ? source.owner + (source.extra.isEmpty ? "" : ", \(source.extra)") : source.device
        // Music that plays has the failure of another file there, which was to be played next.
        let hasFailed = ["absent", "lost", "late", "failed"].contains(source.state)
        return hasFailed && !source.lastError.isEmpty ? source.lastError : who
    }

    /// From −60 to 0 dBFS: what is filled is RMS, the mark is the peak.
    private static func meter(_ rms: Double, _ peak: Double, _ isClipping: Bool) -> String {
        func cell(_ decibels: Double) -> Int {
            guard decibels.isFinite else { return 0 }
            return min(cells, max(0, Int(clamping: ((decibels + 60) / 60 * Double(cells)).rounded())))
        }
        var bar = Array(String(repeating: "#", count: cell(rms)) + String(repeating: "-", count: cells - cell(rms)))
        let mark = cell(peak)
        if mark > 0 { bar[mark - 1] = "|" }
        return "[" + String(bar) + "]" + (isClipping ? " CLIP" : "")
    }

    private static func peak(_ decibels: Double) -> String { decibels <= -120 ? "silent" : Figure.fixed(decibels, 0) + " dB" }

    private static func gain(_ decibels: Double) -> String {
        decibels <= -120 ? "off" : (decibels > 0.05 ? "+" : "") + Figure.fixed(decibels) + " dB"
    }

    private static func loudness(_ mix: AudioStatus.Mix) -> String {
        guard let integrated = mix.integratedLufs else { return "" }
        return Figure.fixed(integrated) + " LUFS"
    }

    private static func notes(_ audio: AudioStatus) -> [String] {
        var lines: [String] = []
        if audio.music.state != "stopped" { lines.append("music       \(MusicLabels.of(audio.music))") }
        var processing = audio.processing.isEmpty ? "off" : audio.processing.joined(separator: ", ")
        if let reduction = audio.echoReductionDecibels { processing += " (echo \(Figure.fixed(reduction, 0)) dB down)" }
        for other in audio.sources.filter({ $0.kind == "microphone" }).dropFirst() where other.processing != audio.processing {
            processing += "; \(other.id): " + (other.processing.isEmpty ? "off" : other.processing.joined(separator: ", "))
        }
        lines.append("processing  \(processing)")
        let offsets = audio.sources.filter { $0.offsetMilliseconds != 0 }
        if !offsets.isEmpty {
            lines.append("offset      " + offsets.map { "\($0.id) \(OffsetText.of($0.offsetMilliseconds))" }.joined(separator: ", "))
        }
        lines.append("ducking     \(audio.ducking.map { Figure.fixed($0, 0) + " dB" } ?? "off")")
        let monitor = audio.monitor
        lines.append("monitor     \(PlainText.of(monitor.state + (monitor.sink.isEmpty ? "" : ", \(monitor.sink)")))")
        for problem in [monitor.lastError, audio.mix.warning] where !problem.isEmpty { lines.append(PlainText.of(problem)) }
        return lines
    }
}
