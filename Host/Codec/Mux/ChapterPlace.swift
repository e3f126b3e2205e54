/// Room in a file's header that holds its chapters: written anew in place with each, so that they outlive the process.
///
/// Matroska gets a Chapters element with a Void behind it (RFC 9559, sections 5.1.7 and 6.4); MP4 a `chpl` box with a `free` box behind it,
/// in the movie's user data, which libavformat writes and players read.
struct ChapterPlace {
    enum Form { case matroska, mp4 }

    struct Entry: Hashable {
        let nanoseconds: UInt64
        let name: String
    }

    /// Some two hundred chapters with names as people give them, fifty of the longest.
    static let usualBytes = 16 * 1024
    /// What MP4 counts in a byte, for all.
    private static let mostChapters = 255

    let form: Form
    /// From the file's start, and how many bytes there are.
    let offset: Int
    let byteCount: Int
    private(set) var entries: [Entry] = []

    init(_ form: Form, offset: Int, byteCount: Int = usualBytes) { (self.form, self.offset, self.byteCount) = (form, offset, byteCount) }

    /// False when there is no room for it: nothing has changed then.
    mutating func add(_ name: String, nanoseconds: UInt64) -> Bool {
        let before = entries
        // Two at one time would be one to some players.
        var time = nanoseconds
        while entries.contains(where: { $0.nanoseconds / 1_000_000 == time / 1_000_000 }) { time += 1_000_000 }
        entries.append(Entry(nanoseconds: time, name: name))
        entries.sort { $0.nanoseconds < $1.nanoseconds }
        guard entries.count <= Self.mostChapters, bytes != nil else {
            entries = before
            return false
        }
        return true
    }

    /// All of the room, with what is to stand there; `nil` when that is too much.
    var bytes: [UInt8]? {
        let content =
            switch form {
            case .matroska: entries.isEmpty ? [] : matroska
            case .mp4: entries.isEmpty ? [] : chpl
            }
        let rest = byteCount - content.count
        // The shortest filler with a length of eight bytes.
        guard rest >= 9 else { return nil }
        let filler =
            switch form {
            case .matroska: [0xEC, 0x01] + Self.number(UInt64(rest - 9), bytes: 7)
            case .mp4: Self.number(UInt64(rest), bytes: 4) + Array("free".utf8)
            }
        return content + filler + [UInt8](repeating: 0, count: rest - filler.count)
    }

    // MARK: Matroska

    private var matroska: [UInt8] {
        let atoms = entries.enumerated().map { number, entry in
            let display = Self.element([0x80], Self.element([0x85], Array(entry.name.utf8)) + Self.element([0x43, 0x7C], Array("und".utf8)))
            return Self.element(
                [0xB6],
                Self.element([0x73, 0xC4], Self.number(UInt64(number + 1), bytes: 4)) + Self.element([0x91], Self.number(entry.nanoseconds, bytes: 8))
                    + display)
        }
        // The edition that players use.
        let edition = Self.element([0x45, 0xB9], Self.element([0x45, 0xDB], [1]) + atoms.flatMap { $0 })
        return Self.element([0x10, 0x43, 0xA7, 0x70], edition)
    }

    /// With a length of four bytes.
    private static func element(_ id: [UInt8], _ content: [UInt8]) -> [UInt8] {
        id + number(UInt64(content.count) | 0x1000_0000, bytes: 4) + content
    }

    // MARK: MP4

    private var chpl: [UInt8] {
        let chapters = entries.flatMap { entry in
            // In tenths of microseconds.
            Self.number(entry.nanoseconds / 100, bytes: 8) + [UInt8(clamping: entry.name.utf8.count)] + Array(entry.name.utf8)
        }
        // Version 1, no flags, four reserved bytes.
        let content = [1, 0, 0, 0, 0, 0, 0, 0, UInt8(clamping: entries.count)] + chapters
        return Self.number(UInt64(content.count + 8), bytes: 4) + Array("chpl".utf8) + content
    }

    private static func number(_ value: UInt64, bytes: Int) -> [UInt8] {
        (0..<bytes).map { UInt8(truncatingIfNeeded: value >> UInt64((bytes - 1 - $0) * 8)) }
    }
}
