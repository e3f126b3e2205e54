import Session

/// What the renditions of a ladder come to together.
struct LadderTotal {
    /// Of the master playlist, masked.
    let url: String
    private(set) var bitRate = 0.0
    private(set) var averageBitRate = 0.0
    private(set) var bytesSent: UInt64 = 0
    private(set) var picturesSent: UInt64 = 0
    private(set) var droppedFrames: UInt64 = 0

    /// Of each ladder among these, in their order.
    static func all(of targets: [SessionStatus.Target]) -> [LadderTotal] {
        var totals: [LadderTotal] = []
        for target in targets where !target.isPage {
            guard let url = target.rendition?.ladder else { continue }
            let index = totals.firstIndex { $0.url == url } ?? totals.endIndex
            if index == totals.endIndex { totals.append(LadderTotal(url)) }
            totals[index].add(target)
        }
        return totals
    }

    private init(_ url: String) { self.url = url }

    private mutating func add(_ target: SessionStatus.Target) {
        bitRate += target.bitRate
        if target.sentSeconds > 0 { averageBitRate += Double(target.bytesSent) * 8 / target.sentSeconds }
        bytesSent += target.bytesSent
        picturesSent += target.picturesSent
        droppedFrames += target.droppedFrames
    }
}
