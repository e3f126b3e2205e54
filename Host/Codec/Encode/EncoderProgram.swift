/// The program that encodes in a process of its own, as `EncoderServer` does: for encoders whose drivers crash and hang.
public struct EncoderProgram: Sendable {
    /// Absolute path.
    public var program: String
    public var arguments: [String]
    /// How long opening the encoder may take, with the start of the process.
    public var openingLimit: Duration = .seconds(5)
    /// How long a picture may take.
    public var limit: Duration = .seconds(2)
    /// Gets the first lines that a process writes, five at most, without what steers terminals. The encoder's thread; must not wait.
    public var heard: @Sendable (String) -> Void

    /// RLIMIT_DATA of a process that encodes or tries an encoder, bytes: some times what a picture of 8192x8192 takes, and less than a driver that
    /// leaks takes of a machine.
    public static let mostDataBytes = 4 << 30

    public init(program: String, arguments: [String], heard: @escaping @Sendable (String) -> Void = { _ in }) {
        (self.program, self.arguments, self.heard) = (program, arguments, heard)
    }
}
