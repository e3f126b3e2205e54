import Control
import Session

/// What a broadcast has come to, a line for each target: for people, when it has ended.
enum ClosingSummary {
    static func lines(_ status: SessionStatus) -> [String] {
        let targets = status.targets.filter { !$0.isPage }
        let ended = "ended after \(Figure.clock(status.uptimeSeconds))"
        guard !targets.isEmpty else {
            guard status.streams != "audioOnly" else { return [ended] }
            return ["\(ended): \(status.picture.framesEncoded) pictures, \(status.dropped) dropped"]
        }
        var table = TextTable(heading: [
            ("TARGET", .left), ("LENGTH", .right), ("SIZE", .right), ("PICTURES", .right), ("DROPPED", .right), ("AVERAGE", .right),
        ])
        table.rows = targets.map { target in
            let rate = target.sentSeconds > 0 ? Figure.rate(Double(target.bytesSent) * 8 / target.sentSeconds) : "–"
            let length = target.sentSeconds < 60 ? Figure.fixed(target.sentSeconds) + " s" : Figure.clock(target.sentSeconds)
            // One that is split has more, which are counted here too.
            let last = target.file.map { $0 == target.url ? "" : ", at last \($0.split(separator: "/").last ?? "")" } ?? ""
            return [target.url + last, length, Figure.bytes(target.bytesSent), "\(target.picturesSent)", "\(target.droppedFrames)", rate]
        }
        table.rows += LadderTotal.all(of: targets).map { ladder in
            let rate = ladder.averageBitRate > 0 ? Figure.rate(ladder.averageBitRate) : "–"
            return [ladder.url, "in all", Figure.bytes(ladder.bytesSent), "\(ladder.picturesSent)", "\(ladder.droppedFrames)", rate]
        }
        return [ended] + table.lines(indent: "  ")
    }

    /// What `stop` says, by what the host had done when it was told to.
    static func lines(asOf status: SessionStatus) -> [String] {
        let empty = status.targets.filter { !$0.isPage && $0.bytesSent == 0 }
        let reasons = empty.map { "target \($0.id) got nothing: \($0.lastError.isEmpty ? "\($0.url) was not connected yet" : $0.lastError)" }
        return lines(status) + (status.state == "waiting" ? ["nothing was captured"] : reasons.map { PlainText.of($0) })
    }
}
