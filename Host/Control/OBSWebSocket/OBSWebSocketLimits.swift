import Platform

/// What strangers may take of the server: as of the page's, but that a client stays for as long as it answers.
struct OBSWebSocketLimits: Sendable {
    var mostConnections = max(4, min(64, DescriptorLimit.current / 32))
    /// Of them, those of one other user of this machine, or of one other machine.
    var mostOfStranger: Int { max(2, mostConnections / 8) }
    /// From the connection to the right password.
    var identifyTime = Duration.seconds(10)
    /// Without a byte from a client: it is asked every 20 s whether it is there, and a request may take a minute.
    var idleTime = Duration.seconds(90)
    /// What a client may take to accept a message.
    var writeTime = Duration.seconds(10)
    /// Of a message, in bytes.
    static let longestMessage = PageLimits.longestBody
    static let mostPieces = 64
    static let readSize = 4096
    static let mostInBatch = 128
    static let longestSleep = Duration.seconds(50)
}
