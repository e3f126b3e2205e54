public import Platform

public typealias RateControlError = Fault<RateControlErrorCode>

/// What can be wrong with what is asked of the rate control.
public enum RateControlErrorCode: String, Hashable, Sendable {
    /// A bit rate is out of its range; the message names it and says what is allowed.
    case badSetting
}
