public import Delivery
public import Frames
public import RateControl

/// Which bit rates of the picture the user allows: a table's, and whatever was said beside it, which wins.
public struct QualityChoice: Sendable, Hashable {
    /// `nil` where none was named: `desktop` for what else is not said.
    public var table: QualityTable?
    /// In bits a second, as `BitRateLimits`; `nil` for what the table says.
    public var ceiling: Int?
    public var floor: Int?
    public var initial: Int?

    public init(table: QualityTable? = nil, ceiling: Int? = nil, floor: Int? = nil, initial: Int? = nil) {
        (self.table, self.ceiling, self.floor, self.initial) = (table, ceiling, floor, initial)
    }

    /// What it comes to for a stream of this size. What was not said gives way to what was; who names the ceiling alone begins there.
    ///
    /// - Throws: `.badSetting` for values that exclude each other or are out of range, and for `custom` without a ceiling.
    public func limits(for size: PixelSize) throws(DeliveryError) -> BitRateLimits {
        if table == .custom, ceiling == nil {
            throw DeliveryError(.badSetting, "--quality custom leaves the bit rate to you: add --bitrate, such as --bitrate 2500k")
        }
        // Of `desktop` there is always something.
        let usual = table?.limits(for: size) ?? QualityTable.desktop.limits(for: size)!
        let highest = ceiling ?? max(usual.ceiling, floor ?? 0, initial ?? 0)
        // As far below as in the table.
        let scaled = Int(clamping: Double(usual.floor) * Double(highest) / Double(usual.ceiling))
        let least = floor ?? min(max(BitRateLimits.possible.lowerBound, min(usual.floor, scaled)), highest, initial ?? highest)
        let isCeilingAlone = ceiling != nil && (table == nil || table == .custom)
        let first = initial ?? (isCeilingAlone ? highest : min(max(usual.initial, least), highest))
        do throws(RateControlError) { return try BitRateLimits(floor: least, initial: first, ceiling: highest) } catch {
            throw DeliveryError(.badSetting, error.message, cause: error)
        }
    }

    /// The same after the user's latest word, which wins over everything said before.
    ///
    /// - Parameter current: the floor that stays where none is named, also when a table gave it.
    func changed(by request: RateRequest, floor current: Int) -> QualityChoice {
        var choice = self
        choice.ceiling = request.ceiling
        choice.floor = request.floor ?? min(current, request.ceiling)
        choice.initial = initial.map { min(max($0, choice.floor ?? 0), request.ceiling) }
        return choice
    }
}
