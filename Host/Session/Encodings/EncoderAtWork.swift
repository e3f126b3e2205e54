/// What encodes an encoding now.
struct EncoderAtWork: Hashable, Sendable {
    /// As users write it.
    let name: String
    /// Why it is another than the one that was asked for; empty where it is that one.
    let problem: String
}
