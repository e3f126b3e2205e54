import Platform

extension SessionEvent {
    init(_ description: EventDescription, sequence: Int, at now: MediaTime, wall: WallClock) {
        self.init(
            sequence: sequence, time: wall.text, monotonicSeconds: Double(now.nanoseconds) / 1e9, code: description.code.rawValue,
            severity: description.severity, target: description.target, agent: description.agent, words: Self.plain(description.text),
            remedy: description.remedy.map(Self.plain),
            fields: description.fields.mapValues { field in
                if case .text(let text) = field { .text(Self.plain(text)) } else { field }
            })
    }

    /// One line of bounded length: some of it was said by servers and other programs.
    private static func plain(_ text: String) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars.prefix(EventJournal.longestText) {
            scalars.append(scalar.value < 32 || (127..<160).contains(scalar.value) ? " " : scalar)
        }
        return String(scalars)
    }
}
