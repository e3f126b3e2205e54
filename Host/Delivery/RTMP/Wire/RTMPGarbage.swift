/// Bytes that are no RTMP, or more of it than a server has to say.
struct RTMPGarbage: Error, Hashable {
    let words: String
    init(_ words: String) { self.words = words }
}
