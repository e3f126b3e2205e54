import Control
import Downloads
import HLS

/// Fetching, for people.
enum FetchText {
    /// One line, no wider than the terminal.
    static func progress(_ progress: FetchProgress, bitRate: Double, columns: Int) -> String {
        let room = max(1, columns - 1)
        let rate = "  \(Figure.bytes(UInt64(clamping: progress.bytes)))  \(Figure.rate(bitRate))"
        if progress.isLive {
            let waiting = progress.state == .waiting ? "live, waiting" : "live"
            return String("\(waiting)  \(Figure.clock(progress.seconds))  \(progress.segments) segments\(rate)".prefix(room))
        }
        guard progress.allSegments > 0 else { return String("opening…".prefix(room)) }
        let text = " \(Int(clamping: progress.part * 100)) %  \(progress.segments)/\(progress.allSegments)\(rate)"
        let cells = min(30, room - text.count - 2)
        guard cells >= 5 else { return String(text.dropFirst().prefix(room)) }
        let filled = Int(clamping: (progress.part * Double(cells)).rounded())
        return "[" + String(repeating: "#", count: filled) + String(repeating: "-", count: cells - filled) + "]" + text
    }

    static func chosen(_ entry: DownloadPlan.Entry) -> String {
        let variant = entry.variant
        let size = variant.videoAttributes?.presentationSize.map { ", \($0)" } ?? ""
        let badges = variant.badges.isEmpty ? "" : ", " + variant.badges.map(\.rawValue).joined(separator: ", ")
        let languages = entry.renditions.map { "\($0.kind.rawValue.lowercased()) \($0.language ?? $0.name)" }
        let beside = languages.isEmpty ? "" : ", with " + languages.joined(separator: ", ")
        return PlainText.of("variant \(variant.number): \(Figure.rate(Double(variant.peakBitRate)))\(size)\(badges)\(beside)")
    }

    static func done(_ talk: Talk) -> String {
        let manifest = talk.manifest
        let tracks = manifest.tracks.count == 1 ? "1 track" : "\(manifest.tracks.count) tracks"
        return PlainText.of(
            "\(manifest.title): \(Figure.clock(manifest.seconds)), \(tracks), \(Figure.bytes(UInt64(clamping: manifest.bytes))), in \(talk.folder)")
    }
}
