public import AppGroup

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
