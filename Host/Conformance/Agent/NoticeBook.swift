import AgentProtocol
import Frames
import Platform

/// The host's book of one memory, kept by PROTOCOL.md section 5 alone: what is lent, and what is wrong with a notice.
///
/// A value: time is passed in, nothing is waited for.
struct NoticeBook {
    let memoryNumber: UInt32
    let layout: FrameLayout
    private(set) var lent: UInt32 = 0
    private(set) var notices = 0
    /// The check that the next notice breaks where it is not damaged all over.
    var wholeExpected: AgentCheck?

    init(memoryNumber: UInt32, layout: FrameLayout) { (self.memoryNumber, self.layout) = (memoryNumber, layout) }

    var everySlot: UInt32 { (1 << UInt32(layout.slotCount)) - 1 }

    mutating func lend(_ slots: UInt32) { lent |= slots & everySlot }

    /// Applies a notice.
    /// - Parameters:
    ///   - lastNumber: of the notice before, 0 for none.
    ///   - earliest: no pixel can have been read before.
    /// - Returns: what is wrong, each with the check that it breaks.
    mutating func apply(_ notice: Notice, after lastNumber: UInt64, earliest: MediaTime, at now: MediaTime) -> [(AgentCheck, String)] {
        var wrong: [(AgentCheck, String)] = []
        let name = "notice \(notice.number)"
        if notice.number <= lastNumber { wrong.append((.numbersGrow, "\(name) came after notice \(lastNumber)")) }
        if notice.memoryNumber != memoryNumber {
            wrong.append((.currentMemory, "\(name) is about memory \(notice.memoryNumber), the current one is \(memoryNumber)"))
        }
        let bit = notice.slot < 32 ? UInt32(1) << UInt32(notice.slot) : 0
        if lent & bit == 0 {
            wrong.append((.lentSlotsOnly, "\(name) is about slot \(notice.slot), which was not lent (lent: \(slotNames(lent)))"))
        }
        lent &= ~bit
        if notice.captureTime > now {
            let ahead = notice.captureTime - now
            wrong.append((.captureTime, "\(name) was captured \(Int(clamping: ahead.inMilliseconds.rounded(.up))) ms in the future"))
        } else if notice.captureTime < earliest {
            wrong.append(
                (.captureTime, "\(name) was captured \(Int(clamping: (now - notice.captureTime).inMilliseconds)) ms ago, before it was asked for"))
        }
        let frame = PixelRectangle(of: layout.geometry.size)
        for index in 0..<notice.damage.count where !frame.contains(notice.damage[index]) {
            wrong.append((.damageInside, "\(name) has damage \(notice.damage[index]) in a frame of \(layout.geometry.size)"))
        }
        if notices == 0, !covers(notice.damage, frame) {
            wrong.append((.firstDamage, "\(name), the first on its memory, has damage \(notice.damage.bounds) of \(layout.geometry.size)"))
        }
        if let check = wholeExpected, !covers(notice.damage, frame) {
            wrong.append((check, "\(name), the first after the wait, has damage \(notice.damage.bounds) of \(layout.geometry.size)"))
        }
        wholeExpected = nil
        notices += 1
        return wrong
    }

    /// Whether the rectangles together leave nothing of the frame out.
    private func covers(_ damage: Damage, _ frame: PixelRectangle) -> Bool {
        var (columns, rows) = (Set([0, frame.width]), Set([0, frame.height]))
        for index in 0..<damage.count {
            columns.formUnion([damage[index].x, damage[index].maxX])
            rows.formUnion([damage[index].y, damage[index].maxY])
        }
        return columns.filter { $0 < frame.width }.allSatisfy { x in
            rows.filter { $0 < frame.height }.allSatisfy { y in
                (0..<damage.count).contains { damage[$0].contains(PixelRectangle(x: x, y: y, width: 1, height: 1)) }
            }
        }
    }

    private func slotNames(_ slots: UInt32) -> String {
        let names = (0..<8).filter { slots & 1 << UInt32($0) != 0 }.map(String.init)
        return names.isEmpty ? "none" : names.joined(separator: ", ")
    }
}
