import Codec
public import Frames
public import Platform
import RateControl

/// What the control plane asks of an encoding at work. What is `nil` stays as it is.
public struct EncodingRequest: Hashable, Sendable {
    public enum Size: Hashable, Sendable {
        /// The picture's.
        case source
        case fixed(PixelSize)

        /// "source", or "640x360".
        public init?(_ text: String) {
            let sides = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
            if text == "source" {
                self = .source
            } else if sides.count == 2, let width = sides[0], let height = sides[1], width > 0, height > 0 {
                self = .fixed(PixelSize(width: width, height: height))
            } else {
                return nil
            }
        }

        public var text: String {
            switch self {
            case .source: "source"
            case .fixed(let size): "\(size)"
            }
        }
    }

    public let name: String
    public var size: Size?
    /// 1...240.
    public var framesPerSecond: FrameRate?
    /// In bits a second.
    public var bitRate: Int?
    /// The rate factor (CRF), 1...51.
    public var constantQuality: Double?
    /// A preset of the encoder.
    public var preset: String?

    public init(_ name: String) { self.name = name }

    /// Whether nothing is asked for.
    public var isEmpty: Bool { self == EncodingRequest(name) }

    /// What of it is out of range, and what is allowed.
    public var problem: String? {
        if let framesPerSecond, !FrameRate.range.contains(framesPerSecond) {
            return "\(framesPerSecond) frames a second cannot be encoded: use 1 to 240"
        }
        if let bitRate, !BitRateLimits.possible.contains(bitRate) { return "a bit rate of \(bitRate) bit/s is out of range: use 50k to 200M" }
        if let constantQuality, !VideoSettings.constantQualities.contains(constantQuality) {
            return "crf \(constantQuality) of the encoding '\(name)' is out of range: give crf 1 to 51"
        }
        return nil
    }
}

extension EncodingChoice {
    /// The same after the user's latest word.
    func changed(by request: EncodingRequest) -> EncodingChoice {
        var other = self
        switch request.size {
        case .source?: (other.size, other.lines) = (nil, nil)
        case .fixed(let size)?: (other.size, other.lines) = (size, nil)
        case nil: break
        }
        other.framesPerSecond = request.framesPerSecond ?? framesPerSecond
        other.bitRate = request.bitRate ?? bitRate
        other.constantQuality = request.constantQuality ?? constantQuality
        other.preset = request.preset ?? preset
        return other
    }
}
