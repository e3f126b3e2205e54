/// Something that plays into a sink of the sound server: one stream of an application.
public struct AudioPlayer: Hashable, Sendable {
    /// The server's number for it, unique while the server lives.
    let index: UInt32
    let sinkIndex: UInt32
    /// What the application calls itself; empty when it does not.
    public let application: String
    /// The application's program, such as `firefox`.
    public let program: String
    /// What it plays, as it says itself.
    public let media: String
    /// The application's identifier, such as `org.mozilla.firefox`.
    public let identifier: String
    /// It plays for this very process.
    public let isOurs: Bool
    /// It passes on the audio of a virtual sink.
    let isFilter: Bool
    let linkGroup: String?

    init(
        index: UInt32, sinkIndex: UInt32, application: String = "", program: String = "", media: String = "", identifier: String = "",
        isOurs: Bool = false, isFilter: Bool = false, linkGroup: String? = nil
    ) {
        (self.index, self.sinkIndex, self.application, self.program) = (index, sinkIndex, application, program)
        (self.media, self.identifier, self.isOurs, self.isFilter, self.linkGroup) = (media, identifier, isOurs, isFilter, linkGroup)
    }

    /// What a person would call it.
    public var displayName: String {
        [application, program, media, identifier].first { !$0.isEmpty } ?? "stream \(index)"
    }

    /// True when `word` is the application's name, program, medium or identifier, or whole words of its name
    /// (`Chrome` is meant for `Google Chrome`). Upper and lower case are alike.
    public func isCalled(_ word: String) -> Bool {
        let wanted = word.lowercased()
        guard !wanted.isEmpty else { return false }
        let program = program.split(separator: "/").last.map(String.init) ?? program
        if [application, program, media, identifier].contains(where: { $0.lowercased() == wanted }) { return true }
        let words = Self.words(application)
        let sought = Self.words(word)
        guard !sought.isEmpty, words.count >= sought.count else { return false }
        return (0...(words.count - sought.count)).contains { Array(words[$0..<($0 + sought.count)]) == sought }
    }

    private static func words(_ text: String) -> [String] {
        text.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
    }
}
