/// The files of one recording: `talk.mkv`, and where it is split `talk-0001.mkv`, `talk-0002.mkv` and so on.
///
/// A recording that is begun again goes on in `talk-0002.mkv`, too: what is written is never touched again.
struct RecordingNames {
    let isSplit: Bool
    /// With the folder, up to the ending.
    private let stem: String
    /// With its point.
    private let ending: String
    private(set) var number = 0

    init(_ path: String, isSplit: Bool) {
        // A known kind of file has an ending.
        let point = path.lastIndex(of: ".") ?? path.endIndex
        (stem, ending, self.isSplit) = (String(path[..<point]), String(path[point...]), isSplit)
    }

    /// The name that comes next.
    mutating func next() -> String {
        number += 1
        return number == 1 && !isSplit ? stem + ending : numbered(number)
    }

    /// Whether the file belongs to this recording, and comes later than all named so far.
    func isLater(_ path: String) -> Bool {
        guard path.hasPrefix(stem + "-"), path.hasSuffix(ending), path.count > stem.count + 1 + ending.count else { return false }
        let digits = path.dropFirst(stem.count + 1).dropLast(ending.count)
        guard digits.count >= 4, digits.allSatisfy({ $0.isASCII && $0.isNumber }), let found = Int(digits) else { return false }
        return found > number && path == numbered(found)
    }

    private func numbered(_ number: Int) -> String {
        let digits = String(number)
        return "\(stem)-" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits + ending
    }
}

extension TargetURL {
    /// The file that a recording there begins with; `nil` for what is no recording.
    public func firstFile(isSplit: Bool) -> String? {
        guard isRecording else { return nil }
        var names = RecordingNames(text, isSplit: isSplit)
        return names.next()
    }
}
