import Glibc
import Session

/// How an overlay is to lie, as users write it: as options of `overlay add`, or behind the file or text of `live --overlay`.
struct OverlaySettings {
    static let form = "at=0.1,0.1, corner=bottom-right, width=0.3 (of a picture), size=0.05 or color=#ffffff (of a text), opacity=0.9"

    var at: String?
    var corner: String?
    var width: String?
    var size: String?
    var color: String?
    var opacity: String?
    /// What an option's name is, for people: `--at`, or `at` of `--overlay`.
    private let prefix: String

    init(at: String?, corner: String?, width: String?, size: String?, color: String?, opacity: String?) {
        (self.at, self.corner, self.width, self.size, self.color, self.opacity) = (at, corner, width, size, color, opacity)
        prefix = "--"
    }

    private init(in option: String) { prefix = option + " " }

    /// Takes the settings off the end of `FILE,at=0.1,0.1,width=0.3`. What stands before them may have commas of its own.
    ///
    /// - Returns: what they are for, and the settings.
    static func apart(_ text: String, of option: String) throws(CommandFailure) -> (content: String, settings: OverlaySettings) {
        var settings = OverlaySettings(in: option)
        var rest = text[...]
        while let comma = rest.lastIndex(of: ",") {
            var word = rest[rest.index(after: comma)...]
            var start = comma
            // The second number of a place.
            if !word.contains("="), let before = rest[..<comma].lastIndex(of: ","), rest[rest.index(after: before)...].hasPrefix("at=") {
                (word, start) = (rest[rest.index(after: before)...], before)
            }
            guard let sign = word.firstIndex(of: "="), try settings.set(word[..<sign], String(word[word.index(after: sign)...]), option) else {
                break
            }
            rest = rest[..<start]
        }
        return (String(rest), settings)
    }

    /// A picture's file may have commas and signs of its own: one that is there is no mistake.
    static func refuseUnknown(in file: String, _ text: String) throws(CommandFailure) {
        guard let comma = file.lastIndex(of: ","), access(file, F_OK) != 0 else { return }
        let word = file[file.index(after: comma)...]
        guard let sign = word.firstIndex(of: "=") else { return }
        throw OptionText.wrong("--overlay", text, "\(word[..<sign]) is no key: at, corner, width, opacity")
    }

    /// - Returns: false for what is no setting.
    private mutating func set(_ key: Substring, _ value: String, _ option: String) throws(CommandFailure) -> Bool {
        let path: WritableKeyPath<OverlaySettings, String?>
        switch key {
        case "at": path = \.at
        case "corner": path = \.corner
        case "width": path = \.width
        case "size": path = \.size
        case "color": path = \.color
        case "opacity": path = \.opacity
        default: return false
        }
        guard self[keyPath: path] == nil else { throw CommandFailure(.usage, "\(option): \(key) is given twice") }
        self[keyPath: path] = value
        return true
    }

    /// A picture or text that lies so.
    func choice(_ content: OverlayChoice.Content) throws(CommandFailure) -> OverlayChoice {
        var choice = OverlayChoice(content)
        switch content {
        case .picture:
            if let name = size != nil ? "size" : color != nil ? "color" : nil {
                throw CommandFailure(.usage, "\(prefix)\(name) is for a text: a picture takes \(prefix)width")
            }
        case .text: guard width == nil else { throw CommandFailure(.usage, "\(prefix)width is for a picture: a text takes \(prefix)size") }
        }
        if let at {
            let parts = at.split(separator: ",", omittingEmptySubsequences: false)
            guard parts.count == 2 else { throw OptionText.wrong(prefix + "at", at, "give shares of its width and height, such as 0.1,0.1") }
            (choice.x, choice.y) = (try share("at", String(parts[0])), try share("at", String(parts[1])))
        }
        if let corner {
            guard let known = OverlayChoice.Corner(rawValue: corner) else {
                throw OptionText.wrong(prefix + "corner", corner, "give \(OverlayChoice.Corner.form)")
            }
            choice.corner = known
        }
        if let width { choice.width = try share("width", width) }
        if let size { choice.letterHeight = try share("size", size) }
        if let color { choice.colour = try OptionText.colour(prefix + "color", color) }
        if let opacity { choice.opacity = try share("opacity", opacity) }
        if let problem = choice.problem { throw CommandFailure(.usage, problem) }
        return choice
    }

    private func share(_ name: String, _ text: String) throws(CommandFailure) -> Double {
        let text = NegativeValues.plain(text)
        let isPlain = text.allSatisfy { $0.isASCII && ($0.isNumber || $0 == "." || $0 == "-") }
        guard isPlain, let number = Double(text) else { throw OptionText.wrong(prefix + name, text, "give a share of the canvas, such as 0.1") }
        return number
    }
}
