import Codec

extension AMF0Value {
    /// `onMetaData` as the most widespread encoders have it, in their order.
    static func metadata(of streams: [StreamDescription]) -> AMF0Value {
        var properties: [Property] = []
        func add(_ name: String, _ value: AMF0Value) { properties.append(Property(name: name, value: value)) }
        if let stream = streams.first(where: { $0.kind == .video }) {
            let facts = stream.facts
            add("width", .number(Double(facts.width)))
            add("height", .number(Double(facts.height)))
            // Kibibits a second, whatever the specification says.
            add("videodatarate", .number(Double(facts.bitsPerSecond) / 1024))
            if facts.frameRate != 0 { add("framerate", .number(facts.frameRate)) }
            add("videocodecid", .number(number(of: stream.coding)))
        }
        if let stream = streams.first(where: { $0.kind == .audio }) {
            let facts = stream.facts
            add("audiodatarate", .number(Double(facts.bitsPerSecond) / 1024))
            add("audiosamplerate", .number(Double(facts.sampleRate)))
            add("audiosamplesize", .number(16))
            add("stereo", .boolean(facts.channelCount == 2))
            add("audiocodecid", .number(number(of: stream.coding)))
        }
        // Some servers show it: what has encoded the stream is libavcodec, and FLV files of ours say the same.
        add("encoder", .string(MuxerIdentity.text))
        return .table(properties)
    }

    /// Adobe's number where there is one, else the four characters as one ("Enhanced RTMP" v2, "Enhancing onMetaData").
    private static func number(of coding: Coding) -> Double {
        switch coding {
        case .h264: 7
        case .aac: 10
        case .hevc, .av1, .opus: Double(coding.fourCC.utf8.reduce(UInt32(0)) { $0 << 8 | UInt32($1) })
        }
    }
}
