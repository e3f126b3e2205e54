import Delivery
import Session

/// Bit rate, size, frames and encodings.
extension LiveChange {
    static var picture: [LiveChange] { [rate, size, preset, encodings] }

    private static var rate: LiveChange {
        LiveChange(["quality", "bitrate", "video-bitrate", "min-bitrate"], keep: { $0.quality = $1.quality }) { facts throws(Problem) in
            var request = RateRequest(ceiling: 0)
            try ask { () throws(DeliveryError) in
                let limits = try facts.new.bitRateLimits()
                request = RateRequest(ceiling: limits.ceiling, floor: limits.floor)
                try facts.session.steer(request)
            }
            return "up to \(Figure.rate(Double(request.ceiling))), and down to \(Figure.rate(Double(request.floor ?? request.ceiling)))"
        }
    }

    private static var size: LiveChange {
        LiveChange(["size", "fps"], keep: { ($0.canvasSize, $0.framesPerSecond) = ($1.canvasSize, $1.framesPerSecond) }) { facts throws(Problem) in
            var request = PictureRequest()
            if facts.old.canvasSize != facts.new.canvasSize {
                guard let size = facts.new.canvasSize else { throw Problem(.restart, "the screen's own size is taken when a broadcast begins") }
                request.size = size
            }
            if facts.old.framesPerSecond != facts.new.framesPerSecond { request.framesPerSecond = facts.new.framesPerSecond }
            guard request != PictureRequest() else { return "as it was" }
            try ask { () throws(DeliveryError) in try facts.session.steer(request) }
            return [request.size.map { "\($0)" }, request.framesPerSecond.map { "\($0) frames a second" }].compactMap(\.self).joined(separator: ", ")
        }
    }

    private static var preset: LiveChange {
        LiveChange(["preset"], keep: { $0.preset = $1.preset }) { facts throws(Problem) in
            var request = EncodingRequest(EncodingChoice.main)
            request.preset = facts.new.preset
            try ask { () throws(DeliveryError) in try facts.session.steer(request) }
            return facts.new.preset
        }
    }

    private static var encodings: LiveChange {
        LiveChange(["encoding"], keep: { $0.encodings = $1.encodings }) { facts throws(Problem) in
            var requests: [EncodingRequest] = []
            for choice in facts.new.encodings {
                guard let old = facts.old.encodings.first(where: { $0.name == choice.name }) else {
                    throw Problem(.restart, "encoding \(choice.name) is new: which there are is known when a broadcast begins")
                }
                guard old != choice else { continue }
                let request = try change(from: old, to: choice)
                requests.append(request)
            }
            if let gone = facts.old.encodings.first(where: { old in !facts.new.encodings.contains { $0.name == old.name } }) {
                throw Problem(.restart, "encoding \(gone.name) goes: which there are is known when a broadcast begins")
            }
            for request in requests { try ask { () throws(DeliveryError) in try facts.session.steer(request) } }
            return requests.isEmpty ? "as it was" : "changed \(requests.map(\.name).joined(separator: ", "))"
        }
    }

    private static func change(from old: EncodingChoice, to new: EncodingChoice) throws(Problem) -> EncodingRequest {
        var request = EncodingRequest(new.name)
        // What is the same in all else can be told an encoder at work.
        var other = old
        (other.size, other.framesPerSecond, other.bitRate) = (new.size, new.framesPerSecond, new.bitRate)
        (other.constantQuality, other.preset) = (new.constantQuality, new.preset)
        let isGiven =
            (old.framesPerSecond == nil || new.framesPerSecond != nil) && (old.bitRate == nil || new.bitRate != nil)
            && (old.constantQuality == nil || new.constantQuality != nil) && (old.preset == nil || new.preset != nil)
        guard other == new, isGiven else {
            throw Problem(.restart, "of encoding \(new.name) size, fps, bitrate, crf and preset can be given another value, and nothing else")
        }
        if old.size != new.size { request.size = new.size.map { .fixed($0) } ?? .source }
        if old.framesPerSecond != new.framesPerSecond { request.framesPerSecond = new.framesPerSecond }
        if old.bitRate != new.bitRate { request.bitRate = new.bitRate }
        if old.constantQuality != new.constantQuality { request.constantQuality = new.constantQuality }
        if old.preset != new.preset { request.preset = new.preset }
        return request
    }
}
