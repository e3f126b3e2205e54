/// Bytes that are no RTMP, or more of it than a server has to say.
struct RTMPGarbage: Error, Hashable {
    let message: String
    init(_ message: String) { self.message = message }
}
