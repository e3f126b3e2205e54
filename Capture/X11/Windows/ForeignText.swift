/// Titles and names that other programs have set, as they may be shown: on one line, without control characters.
enum ForeignText {
    /// - Parameter utf8: cut at any byte, as the server does; what is broken is replaced, at the end left out.
    static func plain(utf8: [UInt8]) -> String {
        var text = String(decoding: utf8, as: UTF8.self)
        while text.unicodeScalars.last == "\u{FFFD}" { text.unicodeScalars.removeLast() }
        return plain(text)
    }

    static func plain(latin: [UInt8]) -> String {
        var scalars = String.UnicodeScalarView()
        for byte in latin { scalars.append(Unicode.Scalar(byte)) }
        return plain(String(scalars))
    }

    private static func plain(_ text: String) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            let isShown =
                switch scalar.properties.generalCategory {
                case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned, .surrogate: false
                default: true
                }
            let kept: Unicode.Scalar = isShown ? scalar : " "
            if kept != " " || scalars.last.map({ $0 != " " }) ?? false { scalars.append(kept) }
        }
        while scalars.last == " " { scalars.removeLast() }
        return String(scalars)
    }
}
