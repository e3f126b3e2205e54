/// What could be captured on the host's machine, for those who choose another agent from elsewhere.
public struct Capturable: Codable, Hashable, Sendable {
    /// What `swap` takes, in words for people.
    public struct Choice: Codable, Hashable, Sendable {
        public var backend: String
        public var arguments: [String]
        /// "screen :0, 1920x1080", "window Terminal", "camera HD Webcam".
        public var text: String

        init(_ text: String, _ backend: String, _ arguments: [String] = []) {
            (self.text, self.backend, self.arguments) = (text, backend, arguments)
        }
    }

    /// The backends for which there is an agent here.
    public var agents: [String]
    public var choices: [Choice]
}
