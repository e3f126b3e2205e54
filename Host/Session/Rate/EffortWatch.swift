import Events
import Platform
import RateControl

/// The effort of the encoder, by its name, and what people are told of it: the newest once a second at most. A value.
struct EffortWatch: Sendable {
    /// As the encoder calls them, the most first.
    private let efforts: [String]
    private var controller: EffortController
    private var told: String
    private var toldAt: MediaTime?
    /// What a picture took when the effort changed last: at the new one it takes something else.
    private var decisive: Duration?

    /// - Parameter efforts: one or more; with one alone nothing ever changes.
    init(_ efforts: [String], framesPerSecond: FrameRate) {
        self.efforts = efforts
        controller = EffortController(levels: efforts.count, framesPerSecond: framesPerSecond)
        told = efforts[0]
    }

    var most: String { efforts[0] }
    var current: String { efforts[controller.level] }
    var isLeast: Bool { controller.isLeast }

    /// As `EffortController.handle`.
    mutating func handle(pictures: UInt64, busy: Duration, mayRise: Bool, at now: MediaTime) -> Bool {
        guard controller.handle(pictures: pictures, busy: busy, mayRise: mayRise, at: now) else { return false }
        decisive = controller.timePerPicture
        return true
    }

    /// What has changed since the last event.
    mutating func takeEvent(at now: MediaTime) -> EncoderEvent? {
        guard current != told, let time = decisive, toldAt.map({ now - $0 >= .seconds(1) }) ?? true else { return nil }
        (told, toldAt) = (current, now)
        return .effort(current, of: most, perPicture: time, budget: controller.budget)
    }
}
