import Platform

/// When people are told that a source gives nothing, or gives broken packets. A value: it decides, time is passed in.
struct SourceWatch {
    /// A source is silent after so long without a picture.
    static let patience = Duration.seconds(2)
    /// However rare its pictures are: after 10 s it has ended.
    static let mostPatience = Duration.seconds(8)
    /// Broken packets come in numbers: what is told is what came within this.
    static let gathering = Duration.seconds(1)
    /// Between two reports of broken packets.
    static let interval = Duration.seconds(10)

    enum Finding: Hashable {
        case silent(for: Duration)
        /// It gives pictures again.
        case back(after: Duration)
        /// - Parameter total: since the source was opened.
        case broken(Int, at: Duration, total: Int)
    }

    private var pictures = 0
    private var pictureAt: MediaTime?
    /// Between the last two pictures that were seen to come.
    private var lastGap = Duration.zero
    private var isSilent = false
    private var toldBroken = 0
    private var brokenSince: MediaTime?
    private var toldAt: MediaTime?

    /// What is to be told, if anything; asked several times a second.
    ///
    /// - Parameters:
    ///   - pictures: that have come so far.
    ///   - isAwaited: the next one has not come, and it may come.
    ///   - broken: packets, and where the newest one was.
    mutating func look(pictures: Int, isAwaited: Bool, broken: (total: Int, position: Duration), at now: MediaTime) -> Finding? {
        silence(pictures, isAwaited, now) ?? damage(broken, now)
    }

    private mutating func silence(_ count: Int, _ isAwaited: Bool, _ now: MediaTime) -> Finding? {
        guard let before = pictureAt, isAwaited, count == pictures else {
            let gap = pictureAt.map { now - $0 } ?? .zero
            (pictures, pictureAt, lastGap) = (count, now, gap)
            guard isSilent else { return nil }
            isSilent = false
            return .back(after: gap)
        }
        // A source that gives a picture every few seconds is not silent in between.
        let patience = lastGap < Self.patience ? Self.patience : min(lastGap * 1.5, Self.mostPatience)
        guard !isSilent, now - before >= patience else { return nil }
        isSilent = true
        return .silent(for: now - before)
    }

    private mutating func damage(_ broken: (total: Int, position: Duration), _ now: MediaTime) -> Finding? {
        guard broken.total > toldBroken else { return nil }
        let since = brokenSince ?? now
        brokenSince = since
        guard now - since >= Self.gathering, toldAt.map({ now - $0 >= Self.interval }) ?? true else { return nil }
        defer { (toldBroken, toldAt, brokenSince) = (broken.total, now, nil) }
        return .broken(broken.total - toldBroken, at: broken.position, total: broken.total)
    }
}

extension SourceWatch.Finding {
    /// For people.
    func text(about name: String) -> String {
        switch self {
        case .silent(let span): "\(name) has sent nothing for \(Self.seconds(span)) s: its last picture stays"
        case .back(let span): "\(name) sends again, after \(Self.seconds(span)) s"
        case .broken(let count, let position, let total):
            "\(name) is damaged at \(Self.seconds(position)) s: \(count) broken packet\(count == 1 ? "" : "s") skipped"
                + (total > count ? ", \(total) so far" : "")
        }
    }

    /// With one decimal.
    private static func seconds(_ span: Duration) -> String {
        let tenths = max(0, span.inNanoseconds + 50_000_000) / 100_000_000
        return "\(tenths / 10).\(tenths % 10)"
    }
}
