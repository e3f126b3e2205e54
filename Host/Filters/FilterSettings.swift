public import Platform

/// What one filter does to the picture of a source, as it is typed: `lut=/luts/warm.cube`, `smooth=0.6 whiten=0.8`, `key=#00ff00`. A value.
public struct FilterSettings: Hashable, Sendable {
    /// Of what becomes transparent.
    public struct Colour: Hashable, Sendable {
        public var red, green, blue: UInt8

        public init(red: UInt8, green: UInt8, blue: UInt8) { (self.red, self.green, self.blue) = (red, green, blue) }

        /// `#00ff00`.
        public var word: String { "#" + [red, green, blue].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() }
    }

    public static let longestPath = 4096
    /// More than there are to set.
    public static let mostWords = 32

    /// The absolute path of a `.cube` file.
    public private(set) var lut: String?
    public private(set) var key: Colour?
    /// The absolute path of a program that filters.
    public private(set) var program: String?
    private var numbers: [FilterParameter: Double] = [:]

    /// - Parameter words: at least one, such as `smooth=0.6`.
    /// - Throws: `badSetting` with the right form.
    public init(_ words: [String]) throws(FilterError) {
        guard !words.isEmpty else { throw Self.refusal("a filter needs a setting, \(Self.form)") }
        try apply(words)
    }

    /// Sets these, and leaves the others as they are.
    ///
    /// - Throws: `badSetting`; nothing has changed then.
    public mutating func apply(_ words: [String]) throws(FilterError) {
        var changed = self
        var seen: Set<String> = []
        for word in words {
            guard let sign = word.firstIndex(of: "=") else {
                throw Self.refusal("'\(Self.short(word))' is no setting of a filter: give \(Self.form)")
            }
            let (name, value) = (String(word[..<sign]), String(word[word.index(after: sign)...]))
            guard seen.insert(name).inserted else { throw Self.refusal("\(Self.short(name)) is set twice: give it once") }
            try changed.set(name, value)
        }
        if changed.program != nil, changed.lut != nil || changed.key != nil || !changed.numbers.isEmpty {
            throw Self.refusal("exec= stands alone: what else the source shall pass is another filter")
        }
        if changed.key == nil, [.similarity, .blend, .spill].contains(where: { changed.numbers[$0] != nil }) {
            throw Self.refusal("similarity=, blend= and spill= are of a key: give key=#00ff00 as well")
        }
        self = changed
    }

    private mutating func set(_ name: String, _ value: String) throws(FilterError) {
        switch name {
        case "lut": lut = try Self.path(name, value)
        case "exec": program = try Self.path(name, value)
        case "key":
            let digits = value.hasPrefix("#") ? value.dropFirst() : value[...]
            guard digits.utf8.count == 6, digits.allSatisfy({ $0.isASCII && $0.isHexDigit }), let number = UInt32(digits, radix: 16) else {
                throw Self.refusal("'\(Self.short(value))' is no colour of key=: give #RRGGBB, such as key=#00ff00")
            }
            key = Colour(
                red: UInt8(truncatingIfNeeded: number >> 16), green: UInt8(truncatingIfNeeded: number >> 8), blue: UInt8(truncatingIfNeeded: number))
        default:
            guard let parameter = FilterParameter(rawValue: name) else {
                throw Self.refusal("'\(Self.short(name))' is nothing that a filter sets: give \(Self.form)")
            }
            numbers[parameter] = try Self.number(parameter, value)
        }
    }

    /// As it is used: the parameter's neutral value where it is not set.
    public subscript(_ parameter: FilterParameter) -> Double { numbers[parameter] ?? parameter.neutral }

    /// As `init` takes them, in one order.
    public var words: [String] {
        var words: [String] = []
        if let key { words.append("key=\(key.word)") }
        for parameter in FilterParameter.allCases { if let number = numbers[parameter] { words.append("\(parameter.rawValue)=\(number)") } }
        if let lut { words.append("lut=\(lut)") }
        if let program { words.append("exec=\(program)") }
        return words
    }

    // MARK: Reading

    static let form =
        "lut=FILE.cube, key=#00ff00 or exec=PROGRAM, or numbers such as smooth=0.6: "
        + FilterParameter.allCases.map(\.rawValue).joined(separator: ", ")

    private static func path(_ name: String, _ value: String) throws(FilterError) -> String {
        guard value.hasPrefix("/"), value.utf8.count <= longestPath, !value.utf8.contains(0) else {
            throw refusal("'\(short(value))' of \(name)= is no absolute path, such as \(name)=/filters/\(name == "lut" ? "warm.cube" : "filter.py")")
        }
        return value
    }

    private static func number(_ parameter: FilterParameter, _ value: String) throws(FilterError) -> Double {
        let (name, range) = (parameter.rawValue, parameter.range)
        let isPlain = value.utf8.count <= 32 && value.allSatisfy { $0.isASCII && ($0.isNumber || $0 == "." || $0 == "-") }
        let form = "give \(short(range.lowerBound)) to \(short(range.upperBound)), such as \(name)=\(parameter == .gamma ? "1.2" : "0.6")"
        guard isPlain, let number = Double(value) else { throw refusal("'\(short(value))' is no number of \(name)=: \(form)") }
        if parameter.isClamped { return min(max(number, range.lowerBound), range.upperBound) }
        guard range.contains(number) else { throw refusal("\(name)=\(short(value)) is out of range: \(form)") }
        return number
    }

    /// Without the end that whole numbers have in Swift.
    private static func short(_ number: Double) -> String { number == number.rounded() ? "\(Int(clamping: number))" : "\(number)" }

    private static func short(_ text: String) -> String { text.count > 40 ? text.prefix(40) + "…" : text }

    private static func refusal(_ text: String) -> FilterError { FilterError(.badSetting, text) }
}
