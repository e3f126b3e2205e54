public import AppGroup

struct Ducker { mutating func step(speechPower: Float, depthDecibels: Float) -> (start: Float, end: Float) { (1, 1) } }
final class MixLimiter {
    static let lookahead: Duration = .zero;
    func process(_ s: UnsafeMutablePointer<Float>) -> Int { SoftLimiter.limit(s, count: SoundFormat.quantumFloats) }
}
public struct LoudnessReading: Sendable { public var integrated: Double?; public var shortTerm: Double?; public var warning: String? }
final class LoudnessMeter {
    init() throws(SoundError) {}; func measure(_ s: UnsafePointer<Float>) {}; var reading: LoudnessReading { LoudnessReading() }
}
public struct VoiceProcessing: OptionSet, Sendable, Hashable {
    public let rawValue: UInt8; public init(rawValue: UInt8) { self.rawValue = rawValue }
    public static let echo = VoiceProcessing(rawValue: 1)
    public static let noise = VoiceProcessing(rawValue: 2)
    public init(parsing: String) throws(SoundError) {
        self = [];
        for w in parsing.split(separator: ",") {
            switch w {
            case "echo": insert(.echo);
            case "noise": insert(.noise);
            case "off": break;
            default: throw SoundError(.badSetting, "\(w) is bad")
            }
        }
    }
    public var words: [String] { (contains(.echo) ? ["echo"] : []) + (contains(.noise) ? ["noise"] : []) }
}
public final class VoiceProcessor: SoundInsert, @unchecked Sendable {
    public init(_ p: VoiceProcessing) throws(SoundError) {}
    public var processing: VoiceProcessing = []
    public var echoReductionDecibels: Double? { nil }
    public var delay: Duration { .zero }
    public func process(_ samples: UnsafeMutablePointer<Float>, reference: UnsafePointer<Float>?) {}
}
public enum DesktopChoice: Sendable, Hashable {
    case everything(sink: String?)
    public init(parsing: String) throws(SoundError) { self = .everything(sink: nil) }
    public var isWholeDesktop: Bool { true }
}
public final class DesktopSound: SoundSource {
    public let name: String
    public init(_ c: DesktopChoice, server: String?, name: String) { self.name = name }
    public func start() throws(SoundError) {}
    public func stop() {}
    public var statistics: MicrophoneStatistics { fatalError() }
    public func pull(_ time: MediaTime, isCatchingUp: Bool, into samples: UnsafeMutablePointer<Float>) {}
}
public struct SoundSink { public let name: String; public let description: String; public let isHeadphones: Bool? }
public enum SoundSinks { public static func sink(_ n: String?, server: String?) throws(SoundError) -> SoundSink { fatalError() } }
public final class SinkPlayer: @unchecked Sendable {
    public init(sink: String?, server: String?) {}
    public func start() throws(SoundError) {}
    public func stop() {}
    public func play(_ q: UnsafePointer<Float>, at: MediaTime) {}
    public var status: MicrophoneStatus { fatalError() }
}
extension SoundLevel { public var isClipping: Bool { false } }
