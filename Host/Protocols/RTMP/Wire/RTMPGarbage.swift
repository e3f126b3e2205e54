/// Bytes that are no RTMP, or more of it than a server has to say.
package struct RTMPGarbage: Error, Hashable {
    package let message: String
    init(_ message: String) { self.message = message }
}
