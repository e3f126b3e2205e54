import Glibc
import Platform

/// The files of one recording: `talk.mkv`, and where it is split `talk-0001.mkv`, `talk-0002.mkv` and so on; or, by a pattern, whatever
/// comes of the times at which they begin.
///
/// A recording that is begun again goes on in `talk-0002.mkv`, too: what is written is never touched again.
struct RecordingNames {
    let isSplit: Bool
    /// With the folder, up to the ending.
    private var stem: String
    /// With its point.
    private let ending: String
    private let pattern: NamePattern?
    /// Of the name that came last: among all of this recording, or of a pattern among those of one time.
    private(set) var number = 0
    private static let mostNames = 10_000
    /// Of a name without its folder: file systems of Linux take 255 (NAME_MAX), of which a number may need five, and the hidden name of a file
    /// that replaces another one some more.
    static let mostBytes = 240

    init(_ path: String, isSplit: Bool, pattern: NamePattern? = nil) {
        // A known kind of file has an ending.
        let point = path.lastIndex(of: ".") ?? path.endIndex
        (stem, ending, self.isSplit, self.pattern) = (String(path[..<point]), String(path[point...]), isSplit, pattern)
    }

    /// A file begins at `seconds` (time(2)): from now on `next` gives its names. Folders are made where the pattern asks for them.
    mutating func beginFile(at seconds: time_t) throws(DeliveryError) {
        guard let pattern else { return }
        let path = pattern.path(at: seconds)
        try pattern.makeFolders(of: path)
        (stem, number) = (String(path[..<(path.lastIndex(of: ".") ?? path.endIndex)]), 0)
    }

    /// Whether names of it that are still to come may be more than a file system takes. Of a pattern that cannot be known beforehand.
    var isTooLong: Bool {
        guard pattern == nil else { return false }
        return stem[(stem.lastIndex(of: "/").map { stem.index(after: $0) } ?? stem.startIndex)...].utf8.count + ending.utf8.count > Self.mostBytes
    }

    /// The name that comes next: for the file, or instead of one that is taken.
    mutating func next() -> String {
        number += 1
        if pattern != nil { return number == 1 ? stem + ending : "\(stem)-\(number)\(ending)" }
        return number == 1 && !isSplit ? stem + ending : numbered(number)
    }

    /// Opens the file that comes next; names that are taken are passed over, except one that the user chose.
    ///
    /// - Parameters:
    ///   - replacing: the file of the first name gives way, and later ones where they are of this recording: no user has named those.
    ///   - fingerprint: of the recording's name.
    mutating func openFile(
        replacing: Bool, _ fingerprint: String, until deadline: MediaTime, isWanted: () -> Bool
    ) throws(DeliveryError) -> RecordingFile {
        while true {
            do throws(DeliveryError) {
                let path = next()
                let mayReplace = replacing && (number == 1 || RecordingMark.facts(path, fingerprint) != nil)
                return try RecordingFile(path, replacing: mayReplace, until: deadline, isWanted: isWanted)
            } catch {
                guard error.code == .exists || error.code == .taken, pattern != nil || number > 1, number < Self.mostNames else { throw error }
            }
        }
    }

    /// Whether the file belongs to this recording, and comes later than all named so far.
    func isLater(_ path: String) -> Bool {
        guard pattern == nil else { return false }
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
    /// The file that a recording there begins with; of a name with conversions, if it began now. `nil` for what is no recording.
    public func firstFile(isSplit: Bool) -> String? {
        guard isRecording else { return nil }
        if let namePattern { return namePattern.path(at: time(nil)) }
        var names = RecordingNames(text, isSplit: isSplit)
        return names.next()
    }

    /// `nil` for a name that stays.
    var namePattern: NamePattern? {
        guard namesFollowTime else { return nil }
        return try? NamePattern(parsing: text)  // it was parsed to become this address
    }

    /// Of a file or playlist, the directory that has to be there.
    public var folder: String {
        if let namePattern { return namePattern.fixedFolder }
        guard let slash = text.lastIndex(of: "/") else { return "." }
        return slash == text.startIndex ? "/" : String(text[..<slash])
    }
}
