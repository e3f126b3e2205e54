import CaptureKit
import Platform

/// Which window `--window` means. A value: it decides among those that it is shown.
enum WindowChoice: Hashable {
    /// As `0x1a00007`.
    case id(UInt32)
    /// Its title or its class.
    case name(String)

    private static let mostNamed = 5

    init(_ text: String) {
        let lower = text.lowercased()
        if lower.hasPrefix("0x"), let id = UInt32(lower.dropFirst(2), radix: 16) { self = .id(id) } else { self = .name(text) }
    }

    /// The first of these that any window fits: all of its title, its class or instance, a part of its title. Case does not matter.
    ///
    /// - Throws: `.badChoice` when there is none, with those that are near, and when there are several, with their ids.
    func window(among windows: [X11Window], display: String) throws(CaptureError) -> X11Window {
        let found = fitting(windows)
        if found.count == 1 { return found[0] }
        guard found.isEmpty else {
            throw CaptureError(
                .badChoice, "display \(display) has \(found.count) windows \(text): \(Self.list(found)); give one's id, or more of its title")
        }
        guard !windows.isEmpty else { throw CaptureError(.badChoice, "display \(display) has no window \(text): it has none at all") }
        let near = near(windows)
        throw CaptureError(
            .badChoice,
            "display \(display) has no window \(text); "
                + (near.isEmpty ? "it has \(Self.list(windows))" : "near it: \(Self.list(near)); 'splitcast sources' lists all"))
    }

    /// `nil` when there is none, and when there are several.
    func onlyOne(among windows: [X11Window]) -> X11Window? {
        let found = fitting(windows)
        return found.count == 1 ? found[0] : nil
    }

    private var text: String {
        switch self {
        case .id(let id): "0x" + String(id, radix: 16)
        case .name(let name): "\"\(ForeignText.plain(utf8: Array(name.utf8)))\""
        }
    }

    private static func list(_ windows: [X11Window]) -> String {
        let more = windows.count - mostNamed
        return windows.prefix(mostNamed).map(\.text).joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
    }

    private func fitting(_ windows: [X11Window]) -> [X11Window] {
        switch self {
        case .id(let id): return windows.filter { $0.id == id }
        case .name(let name):
            let wanted = name.lowercased()
            let rules: [(X11Window) -> Bool] = [
                { $0.title.lowercased() == wanted }, { $0.className.lowercased() == wanted || $0.instance.lowercased() == wanted },
                { $0.title.lowercased().range(ofText: wanted) != nil },
            ]
            for rule in rules {
                let found = windows.filter(rule)
                if !found.isEmpty { return found }
            }
            return []
        }
    }

    /// Those of which a word is much like the name, or the name like all of it.
    private func near(_ windows: [X11Window]) -> [X11Window] {
        guard case .name(let name) = self else { return [] }
        let wanted = Array(name.lowercased().prefix(64))
        func isNear(_ text: String) -> Bool {
            let other = Array(text.lowercased().prefix(64))
            return !other.isEmpty && Self.distance(wanted, other) <= max(1, (wanted.count + 1) / 3)
        }
        return windows.filter { window in
            isNear(window.className) || isNear(window.instance) || isNear(window.title)
                || window.title.split(separator: " ").contains { $0.count > 2 && isNear(String($0)) }
        }
    }

    /// How many characters have to be put in, taken out or exchanged (Levenshtein).
    private static func distance(_ one: [Character], _ other: [Character]) -> Int {
        var row = Array(0...other.count)
        for (line, character) in one.enumerated() {
            var diagonal = row[0]
            row[0] = line + 1
            for (column, candidate) in other.enumerated() {
                let exchanged = diagonal + (character == candidate ? 0 : 1)
                diagonal = row[column + 1]
                row[column + 1] = min(exchanged, row[column] + 1, diagonal + 1)
            }
        }
        return row[other.count]
    }
}
