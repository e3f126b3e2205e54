import Codec
import Protocols

/// What a client shows of the password without sending it: a hash of it with a salt, and of that with what it was asked.
struct OBSAuthentication: Sendable {
    let challenge: String
    let salt: String
    private let expected: String

    /// Both are new for each connection.
    init(password: String) { self.init(password: password, challenge: Self.random(), salt: Self.random()) }

    init(password: String, challenge: String, salt: String) {
        (self.challenge, self.salt) = (challenge, salt)
        expected = Self.answer(password, challenge, salt)
    }

    /// What who knows the password says.
    static func answer(_ password: String, _ challenge: String, _ salt: String) -> String { hash(hash(password + salt) + challenge) }

    /// Takes as long for a wrong text as for the right one.
    func matches(_ text: String) -> Bool {
        let (own, given) = (Array(expected.utf8), Array(text.utf8))
        guard own.count == given.count else { return false }
        return zip(own, given).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }

    private static func hash(_ text: String) -> String { Base64.encoded(SHA256.hash(text)) }
    private static func random() -> String { Base64.encoded((0..<32).map { _ in UInt8.random(in: .min ... .max) }) }
}
