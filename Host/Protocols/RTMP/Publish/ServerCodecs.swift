import Codec

/// Which codecs a server takes besides H.264 and AAC, by its answer to `connect` ("Enhanced RTMP" v2, "Enhancing NetConnection connect
/// Command"): a list of the first version, or maps of the second.
struct ServerCodecs {
    private enum Name {
        static let list = "fourCcList"
        static let video = "videoFourCcInfoMap"
        static let audio = "audioFourCcInfoMap"
        static let any = "*"
    }

    private var announced: Set<String> = []

    /// - Parameter values: what follows the number of the call: properties and information, in either of which servers say it.
    init(announcedIn values: some Sequence<AMF0Value>) {
        for value in values {
            if case .array(let list)? = value[Name.list] { announced.formUnion(list.compactMap(\.text)) }
            for map in [value[Name.video], value[Name.audio]] {
                switch map {
                case .object(let properties)?, .table(let properties)?:
                    announced.formUnion(properties.filter { ($0.value.number ?? 0) != 0 }.map(\.name))
                default: break
                }
            }
        }
    }

    /// Why the stream cannot be published here; `nil` when it can.
    func refusal(of codings: [Coding]) -> NetworkError? {
        guard let missing = codings.first(where: { !announced.contains($0.fourCC) && !announced.contains(Name.any) }) else { return nil }
        let instead = missing.kind == .video ? "--encoder x264" : "--audio-codec aac"
        return NetworkError(
            .codec,
            "the server does not announce \(missing.words) (\(missing.fourCC) of enhanced RTMP): give \(instead), or a server that takes it")
    }

    /// What is said about these at `connect`, in the forms of both versions; nothing where there are none, since old servers know neither.
    static func question(about codings: [Coding]) -> [AMF0Value.Property] {
        guard !codings.isEmpty else { return [] }
        // What this side does with a codec: it encodes it.
        let canEncode = 2.0
        func map(_ kind: Packet.Kind) -> AMF0Value {
            .object(codings.filter { $0.kind == kind }.map { AMF0Value.Property(name: $0.fourCC, value: .number(canEncode)) })
        }
        return [
            AMF0Value.Property(name: Name.list, value: .array(codings.map { .string($0.fourCC) })),
            AMF0Value.Property(name: Name.video, value: map(.video)), AMF0Value.Property(name: Name.audio, value: map(.audio)),
        ]
    }
}
