import Codec
import Control

/// What `splitcast inspect` prints.
enum InspectionText {
    static func of(_ found: MediaInspection) -> String {
        var lines = [PlainText.of("\(found.file): \(found.format), \(seconds(found.durationSeconds)), \(Figure.bytes(UInt64(found.bytes)))")]
        lines += found.streams.flatMap(stream)
        if !found.chapters.isEmpty {
            var table = TextTable(heading: [("CHAPTER", .right), ("FROM", .right), ("TO", .right), ("TITLE", .left)])
            table.rows = found.chapters.enumerated().map { ["\($0 + 1)", seconds($1.startSeconds), seconds($1.endSeconds), $1.title] }
            lines += table.lines(indent: "  ")
        }
        if !found.messages.isEmpty {
            var table = TextTable(heading: [
                ("MESSAGE", .right), ("PICTURES", .right), ("KEY", .right), ("FROM", .right), ("TO", .right), ("TEXT", .left),
            ])
            table.rows = found.messages.map {
                ["\($0.id)", "\($0.pictures)", "\($0.keyframes)", seconds($0.firstSeconds), seconds($0.lastSeconds), $0.text]
            }
            lines += table.lines(indent: "  ")
        }
        if !found.trouble.isEmpty { lines.append("  reading ended early: \(PlainText.of(found.trouble))") }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func stream(_ one: MediaInspection.Stream) -> [String] {
        let kind: String
        switch one.kind {
        case "video": kind = "\(one.size), \(Figure.fixed(one.rate)) pictures a second"
        case "audio": kind = "\(one.sampleRate) Hz, \(one.channels) channels"
        default: kind = "no picture and no audio"
        }
        let span = "\(seconds(one.startSeconds)) to \(seconds(one.endSeconds))"
        var lines = [
            "  \(one.index) \(one.kind)  \(one.codec), \(kind), \(Figure.rate(one.bitRate)); \(span), longest gap \(seconds(one.longestGapSeconds))"
        ]
        if one.backwardSteps > 0 { lines.append("    \(one.backwardSteps) packets are not later than the one before") }
        if let keys = one.keyframes {
            let gaps = "every \(seconds(keys.medianSeconds)) (\(seconds(keys.shortestSeconds)) to \(seconds(keys.longestSeconds)))"
            lines.append("    \(keys.count) key frames\(keys.count > 1 ? ", " + gaps : "")")
        }
        return lines.map { PlainText.of($0) }
    }

    private static func seconds(_ span: Double) -> String { Figure.fixed(span, 3) + " s" }
}
