/// Cuts what a ZeroMQ peer writes on its connection into its frames (ZMTP 3, rfc.zeromq.org/spec/23), and keeps none of them. A value.
///
/// Only what we have a use for passes: the NULL mechanism, peers of the types that are named, messages of one part up to a length.
struct ZMTPReader: Sendable {
    /// What precedes a frame's content at most.
    static let longestHeader = 9
    /// What we write first: signature, version 3.0, mechanism NULL, not as its server (which it has none of).
    static let greeting: [UInt8] =
        [0xFF] + [UInt8](repeating: 0, count: 8) + [0x7F, 3, 0] + Array("NULL".utf8) + [UInt8](repeating: 0, count: 48)
    /// What we write next: a command, that we are a socket of this type, without an identity.
    static func ready(as type: String) -> [UInt8] {
        let body = name("READY") + property("Socket-Type", type) + property("Identity", "")
        return [commandFlag, UInt8(body.count)] + body
    }

    /// What lies at the beginning of the bytes.
    enum Step: Equatable {
        /// The rest of it has not come yet.
        case incomplete
        /// Not of this protocol: the connection is to be closed.
        case broken
        /// The peer has greeted. This and the following are so many bytes long, with what precedes them.
        case greeted(bytes: Int)
        /// Messages may follow.
        case ready(bytes: Int)
        /// It wants to be answered: `pong` makes the answer of the content.
        case ping(bytes: Int, content: Range<Int>)
        /// Nothing that matters here, or a part of a message of several: those are left out.
        case ignored(bytes: Int)
        case message(bytes: Int, content: Range<Int>)
    }

    private enum Phase { case greeting, handshake, traffic }

    private static let moreFlag: UInt8 = 1
    private static let longFlag: UInt8 = 2
    private static let commandFlag: UInt8 = 4
    /// A ping's context: more of it is not answered.
    private static let longestContext = 16

    private let longestMessage: Int
    /// How the peer says of what type it is.
    private let types: [[UInt8]]
    private var phase = Phase.greeting
    private var isWithinMessage = false

    /// - Parameters:
    ///   - longestMessage: in bytes; a peer that announces a longer one is broken.
    ///   - peers: the socket types that may connect.
    init(longestMessage: Int, peers: [String]) {
        (self.longestMessage, types) = (longestMessage, peers.map { Self.property("Socket-Type", $0) })
    }

    /// Whether messages may be sent to it.
    var isReady: Bool { phase == .traffic }

    /// Looks at what came and was not consumed yet.
    mutating func next(_ bytes: UnsafeRawBufferPointer) -> Step {
        if phase == .greeting { return readGreeting(bytes) }
        guard bytes.count >= 2 else { return .incomplete }
        let flags = bytes[0]
        guard flags & ~(Self.moreFlag | Self.longFlag | Self.commandFlag) == 0 else { return .broken }
        let isLong = flags & Self.longFlag != 0
        let header = isLong ? Self.longestHeader : 2
        guard bytes.count >= header else { return .incomplete }
        let size = isLong ? bytes[1..<header].reduce(UInt64(0)) { $0 << 8 | UInt64($1) } : UInt64(bytes[1])
        guard size <= UInt64(longestMessage) else { return .broken }
        let end = header + Int(size)
        guard bytes.count >= end else { return .incomplete }
        if flags & Self.commandFlag != 0 { return flags & Self.moreFlag == 0 ? command(bytes, header..<end) : .broken }
        guard phase == .traffic else { return .broken }
        let (hasMore, isPart) = (flags & Self.moreFlag != 0, isWithinMessage)
        isWithinMessage = hasMore
        return hasMore || isPart ? .ignored(bytes: end) : .message(bytes: end, content: header..<end)
    }

    private mutating func readGreeting(_ bytes: UnsafeRawBufferPointer) -> Step {
        let wanted = Self.greeting
        if bytes.count > 0, bytes[0] != 0xFF { return .broken }
        if bytes.count > 9, bytes[9] & 1 == 0 { return .broken }
        // An older one than ZeroMQ 4 goes on otherwise.
        if bytes.count > 10, bytes[10] < 3 { return .broken }
        guard bytes.count >= wanted.count else { return .incomplete }
        guard bytes[12..<32].elementsEqual(wanted[12..<32]) else { return .broken }
        phase = .handshake
        return .greeted(bytes: wanted.count)
    }

    private mutating func command(_ bytes: UnsafeRawBufferPointer, _ content: Range<Int>) -> Step {
        let body = bytes[content]
        if body.starts(with: Self.name("READY")) {
            // Looked for by hand: the library's search of collections adds 1.4 MB to each agent.
            let isOurs = types.contains { type in body.indices.contains { body[$0...].starts(with: type) } }
            guard phase == .handshake, isOurs else { return .broken }
            phase = .traffic
            return .ready(bytes: content.upperBound)
        }
        guard phase == .traffic else { return .broken }
        // Behind the name stands for how long the connection may be silent, which it never is.
        let ping = Self.name("PING")
        guard body.starts(with: ping), (2...(2 + Self.longestContext)).contains(body.count - ping.count) else {
            return .ignored(bytes: content.upperBound)
        }
        return .ping(bytes: content.upperBound, content: (content.lowerBound + ping.count + 2)..<content.upperBound)
    }

    /// The answer to a ping.
    static func pong(_ context: some Sequence<UInt8>) -> [UInt8] {
        let body = name("PONG") + context
        return [commandFlag, UInt8(body.count)] + body
    }

    /// Gives what precedes the content of a message, or of a part that others follow.
    static func withHeader(ofMessage bytes: Int, hasMore: Bool = false, _ body: (UnsafeRawBufferPointer) -> Void) {
        let flags = hasMore ? moreFlag : 0
        if let short = UInt8(exactly: bytes) { return withUnsafeBytes(of: (flags, short), body) }
        withUnsafeBytes(of: longFlag | flags, body)
        withUnsafeBytes(of: UInt64(bytes).bigEndian, body)
    }

    private static func name(_ text: String) -> [UInt8] { [UInt8(text.utf8.count)] + text.utf8 }

    private static func property(_ key: String, _ value: String) -> [UInt8] { name(key) + [0, 0, 0, UInt8(value.utf8.count)] + value.utf8 }
}
