import Platform
import Session

/// Whether a line that was measured carries all that the targets of a host may send together: they share it, wherever they send to.
struct SharedLine {
    /// What the other side acknowledged, in bits a second.
    let measured: Int
    /// Whether the host sent elsewhere meanwhile, so that the measured is what was free beside it.
    let isBeside: Bool
    /// Of the sound, in bits a second.
    let sound: Int

    /// What is wrong and what to do; `nil` where the line carries it all.
    func warning(_ status: SessionStatus) -> String? {
        let targets = status.targets.filter { $0.url.contains("://") && !["failed", "closed"].contains($0.state) }
        let most = targets.reduce(0) { sum, target in
            let encoding = status.encodings.first { $0.name == target.encoding }
            // Without an encoder yet: what all begin with.
            guard let rate = encoding?.rate ?? status.rate else { return sum }
            return sum + rate.ceiling + sound
        }
        let sending = targets.reduce(0.0) { $0 + $1.bitRate }
        let carried = measured + (isBeside ? Int(clamping: sending) : 0)
        guard targets.count > 1, most > carried else { return nil }
        return "\(targets.count) targets may take \(Figure.rate(Double(most))) together, and the network carried \(Figure.rate(Double(carried))): "
            + "remove one, or lower what some get, as in 'splitcast set target \(targets.last!.id) --encoding low'"
    }
}
