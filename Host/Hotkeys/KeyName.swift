/// Keys by what people call them: their symbol on an X server (X11/keysymdef.h, XF86keysym.h), and their name in xkbcommon.
struct KeyName: Hashable, Sendable {
    let symbol: UInt32
    let name: String
    /// As messages have it.
    let shown: String
    /// Without it text cannot be typed.
    let isText: Bool

    /// In any case; `nil` for none.
    init?(_ text: String) {
        let word = text.lowercased()
        if word.unicodeScalars.count == 1, let scalar = word.unicodeScalars.first, (33..<127).contains(scalar.value) {
            let name = Self.punctuation[scalar] ?? word
            self.init(symbol: scalar.value, name: name, shown: word.uppercased(), isText: true)
        } else if let number = word.hasPrefix("f") ? UInt32(word.dropFirst()) : nil, (1...24).contains(number) {
            self.init(symbol: 0xFFBD + number, name: "F\(number)", shown: "F\(number)", isText: false)
        } else if let found = Self.named.first(where: { $0.words.contains(word) }) {
            self.init(symbol: found.symbol, name: found.name, shown: found.name, isText: found.isText)
        } else {
            return nil
        }
    }

    private init(symbol: UInt32, name: String, shown: String, isText: Bool) {
        (self.symbol, self.name, self.shown, self.isText) = (symbol, name, shown, isText)
    }

    private static let punctuation: [Unicode.Scalar: String] = [
        "-": "minus", "=": "equal", ",": "comma", ".": "period", "/": "slash", ";": "semicolon", "'": "apostrophe", "`": "grave",
        "[": "bracketleft", "]": "bracketright", "\\": "backslash", "#": "numbersign", "<": "less", ">": "greater", "*": "asterisk",
    ]

    private static let named: [(words: [String], symbol: UInt32, name: String, isText: Bool)] = [
        (["space"], 0x20, "space", true), (["minus"], 0x2D, "minus", true), (["plus"], 0x2B, "plus", true), (["equal"], 0x3D, "equal", true),
        (["tab"], 0xFF09, "Tab", true), (["return", "enter"], 0xFF0D, "Return", true), (["backspace"], 0xFF08, "BackSpace", true),
        (["delete", "del"], 0xFFFF, "Delete", true), (["escape", "esc"], 0xFF1B, "Escape", true), (["left"], 0xFF51, "Left", true),
        (["up"], 0xFF52, "Up", true), (["right"], 0xFF53, "Right", true), (["down"], 0xFF54, "Down", true), (["home"], 0xFF50, "Home", true),
        (["end"], 0xFF57, "End", true), (["pageup", "page_up", "prior"], 0xFF55, "Page_Up", true),
        (["pagedown", "page_down", "next"], 0xFF56, "Page_Down", true), (["insert", "ins"], 0xFF63, "Insert", false),
        (["pause"], 0xFF13, "Pause", false), (["print", "printscreen"], 0xFF61, "Print", false), (["menu"], 0xFF67, "Menu", false),
        (["scrolllock", "scroll_lock"], 0xFF14, "Scroll_Lock", false), (["micmute", "xf86audiomicmute"], 0x1008_FFB2, "XF86AudioMicMute", false),
        (["mute", "xf86audiomute"], 0x1008_FF12, "XF86AudioMute", false), (["play", "xf86audioplay"], 0x1008_FF14, "XF86AudioPlay", false),
        (["record", "xf86audiorecord"], 0x1008_FF1C, "XF86AudioRecord", false),
    ]
}
