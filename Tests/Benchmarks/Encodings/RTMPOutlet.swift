import ServerFixtures

/// Each to an RTMP target of its own.
struct RTMPOutlet: EncodingsOutlet {
    let server: RTMPServer
    private let key = "encodings\(UInt32.random(in: 0 ..< .max))"

    init(_ server: RTMPServer) { self.server = server }

    func options(_ encodings: [EncodingsTrial.Encoding]) -> [String] {
        encodings.flatMap { ["--to", server.url(key + $0.name) + ($0 == .main ? "" : "@" + $0.name)] }
    }

    func hasPicture(of encoding: EncodingsTrial.Encoding) throws -> Bool { try server.hasPicture(of: key + encoding.name) }
    func hasEnded(_ encoding: EncodingsTrial.Encoding) throws -> Bool { try !server.isPublishing(key + encoding.name) }
    func recording(of encoding: EncodingsTrial.Encoding) throws -> String { try server.recordings(of: key + encoding.name)[0] }
}
