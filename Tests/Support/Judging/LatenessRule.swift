/// Decides what becomes of a test some of whose expectations about time did not hold: a stall of the machine excuses lateness, and
/// nothing else.
///
/// Excused means run again: to pass, a test has to be in time once.
public struct LatenessRule: Hashable, Sendable {
    /// What one run of a test's body came to.
    public struct Attempt: Hashable, Sendable {
        /// Expectations about time that did not hold.
        public var lateCount: Int
        /// Everything else that failed: other expectations, errors.
        public var failureCount: Int
        /// The longest time that a processor was away meanwhile; nil where that cannot be told.
        public var worstStall: Duration?

        public init(lateCount: Int, failureCount: Int, worstStall: Duration?) {
            (self.lateCount, self.failureCount, self.worstStall) = (lateCount, failureCount, worstStall)
        }
    }

    public enum Decision: Hashable, Sendable {
        /// Nothing was late: what else failed has been recorded.
        case done
        /// The lateness is a failure.
        case fail
        /// The lateness is excused; the body is run again.
        case runAgain
    }

    public static let attempts = 3

    public init() {}

    /// - Parameter number: of the attempt, from 1.
    public func decision(after attempt: Attempt, number: Int) -> Decision {
        guard attempt.lateCount > 0 else { return .done }
        guard attempt.failureCount == 0, number < Self.attempts else { return .fail }
        guard let stall = attempt.worstStall, stall > StallWatch.bearable else { return .fail }
        return .runAgain
    }
}
