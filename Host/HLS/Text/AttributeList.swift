/// A tag's attributes as they stand there, known and unknown, variables put in: what is read of them can be written again
/// (RFC 8216bis, section 4.2).
public struct AttributeList: Hashable, Sendable {
    public struct Attribute: Hashable, Sendable {
        public var name: String
        /// Without the quotation marks.
        public var value: String
        public var isQuoted: Bool

        public init(_ name: String, _ value: String, isQuoted: Bool = false) { (self.name, self.value, self.isQuoted) = (name, value, isQuoted) }
    }

    public var attributes: [Attribute]

    public init(_ attributes: [Attribute] = []) { self.attributes = attributes }

    /// The value of the first attribute of this name. Setting keeps whether it is quoted; a new one is.
    public subscript(_ name: String) -> String? {
        get { attributes.first { $0.name == name }?.value }
        set {
            guard let index = attributes.firstIndex(where: { $0.name == name }) else {
                if let newValue { attributes.append(Attribute(name, newValue, isQuoted: true)) }
                return
            }
            if let newValue { attributes[index].value = newValue } else { attributes.remove(at: index) }
        }
    }

    public func integer(_ name: String) -> Int? { self[name].flatMap { NumberText.integer($0) } }
    public func decimal(_ name: String) -> Double? { self[name].flatMap { NumberText.decimal($0) } }
    public func signed(_ name: String) -> Double? { self[name].flatMap { NumberText.signed($0) } }
    public func isYes(_ name: String) -> Bool { self[name] == "YES" }
    /// `1920x1080`
    public func size(_ name: String) -> PresentationSize? { self[name].flatMap { PresentationSize($0) } }
    /// `0x` and hexadecimal digits, a whole number of bytes of them.
    public func bytes(_ name: String) -> [UInt8]? { self[name].flatMap(Self.hexadecimal) }

    /// Parts between commas, without the spaces around them.
    public func list(_ name: String) -> [String] {
        (self[name] ?? "").split(separator: ",").map { part in
            let rest = part.drop { $0 == " " }
            return String(rest.reversed().drop { $0 == " " }.reversed())
        }
    }

    /// As it stands behind a tag's colon.
    public var text: String { attributes.map { "\($0.name)=" + ($0.isQuoted ? "\"\($0.value)\"" : $0.value) }.joined(separator: ",") }

    static func hexadecimal(_ text: String) -> [UInt8]? {
        let digits = Array(text.utf8)
        guard digits.count > 2, digits.count.isMultiple(of: 2), digits[0] == UInt8(ascii: "0"), digits[1] | 0x20 == UInt8(ascii: "x") else {
            return nil
        }
        var bytes: [UInt8] = []
        for index in stride(from: 2, to: digits.count, by: 2) {
            guard let high = Character(Unicode.Scalar(digits[index])).hexDigitValue,
                let low = Character(Unicode.Scalar(digits[index + 1])).hexDigitValue
            else { return nil }
            bytes.append(UInt8(high << 4 | low))
        }
        return bytes
    }
}
