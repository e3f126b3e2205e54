public import Delivery

/// What an upload test found out.
public struct UploadTestResult: Sendable, Hashable {
    /// What really got through, in bits a second, container included: acknowledged by the other side. `nil` when the test ended
    /// before anything could be told.
    public let measured: Int?
    /// The link may well carry more: it was never full.
    public let isAtLeast: Bool
    public let ending: ProbeEnding
    /// From the first byte of media to the end.
    public let span: Duration
    /// The shortest one seen; `nil` where it cannot be known.
    public let roundTrip: Duration?
    /// With `.lost`: what broke.
    public let failure: DeliveryError?

    init(probe: LinkProbe, ending: ProbeEnding, span: Duration, roundTrip: Duration?, failure: DeliveryError?) {
        self.init(
            measured: probe.measured, isAtLeast: probe.isAtLeast, ending: ending, span: span, roundTrip: roundTrip, failure: failure)
    }

    public init(measured: Int?, isAtLeast: Bool, ending: ProbeEnding, span: Duration, roundTrip: Duration?, failure: DeliveryError?) {
        (self.measured, self.isAtLeast, self.ending, self.span) = (measured, isAtLeast, ending, span)
        (self.roundTrip, self.failure) = (roundTrip, failure)
    }
}
