import Codec

extension AMF0Value {
    /// `onMetaData` as the most widespread encoders have it, in their order.
    static func metadata(of streams: [StreamDescription]) -> AMF0Value {
        var properties: [Property] = []
        func add(_ name: String, _ value: AMF0Value) { properties.append(Property(name: name, value: value)) }
        if let facts = streams.first(where: { $0.kind == .video })?.facts {
            add("width", .number(Double(facts.width)))
            add("height", .number(Double(facts.height)))
            // Kibibits a second, whatever the specification says.
            add("videodatarate", .number(Double(facts.bitsPerSecond) / 1024))
            if facts.frameRate != 0 { add("framerate", .number(facts.frameRate)) }
            // H.264.
            add("videocodecid", .number(7))
        }
        if let facts = streams.first(where: { $0.kind == .audio })?.facts {
            add("audiodatarate", .number(Double(facts.bitsPerSecond) / 1024))
            add("audiosamplerate", .number(Double(facts.sampleRate)))
            add("audiosamplesize", .number(16))
            add("stereo", .boolean(facts.channelCount == 2))
            // AAC.
            add("audiocodecid", .number(10))
        }
        // Some servers show it: what has encoded the stream is libavcodec, and FLV files of ours say the same.
        add("encoder", .string(MuxerIdentity.text))
        return .table(properties)
    }
}
