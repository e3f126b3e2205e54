import Delivery
import Platform

/// The encodings as targets need them: whose packets come by which fan-out, and when no one wants them any more.
protocol TargetEncodings: Sendable {
    /// By which the encoding of this name hands out its packets; it is made if it does not run yet.
    ///
    /// - Throws: `.badSetting` for a name that is none, `.notNow` when it cannot be made.
    func fanOut(of encoding: String) throws(DeliveryError) -> FanOut

    /// When the first key frame of those that are aligned is shown; `nil` before, and where none is.
    var alignedOrigin: MediaTime? { get }

    /// Has each key frame of an encoding that runs begin with its headers, for targets that began with those of another.
    func repeatHeaders(of encoding: String)

    /// Its last target is gone. May wait for its encoder.
    @available(*, noasync)
    func end(_ encoding: String)
}
