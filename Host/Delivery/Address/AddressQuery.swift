import Protocols

/// `NAME=VALUE&…` behind the `?` of an address: each name once, the values decoded.
package struct AddressQuery {
    package struct Entry {
        /// In small letters.
        let name: String
        let value: String
    }

    package let entries: [Entry]

    /// - Throws: `.badURL` naming the entry that is wrong, never its value.
    package init(parsing text: some StringProtocol, scheme: String) throws(DeliveryError) {
        var entries: [Entry] = []
        for part in text.split(separator: "&") {
            let name = part.prefix { $0 != "=" }
            guard !name.isEmpty, name.endIndex < part.endIndex else {
                let shown = name.isEmpty || name.count > 24 ? "an option" : "\"\(name)\""
                throw DeliveryError(
                    .badURL, "\(scheme)://…?…: \(shown) has no \(name.isEmpty ? "name" : "value"): write NAME=VALUE, with & between two")
            }
            guard let value = PercentText.decoded(part[part.index(after: name.endIndex)...]) else {
                throw DeliveryError(.badURL, "\(scheme)://…?\(name)=…: a % must be followed by two hexadecimal digits; % itself is written %25")
            }
            guard !value.unicodeScalars.contains(where: { $0.value < 32 || $0.value == 127 }) else {
                throw DeliveryError(.badURL, "\(scheme)://…?\(name)=… holds a control character")
            }
            guard !entries.contains(where: { $0.name == name.lowercased() }) else {
                throw DeliveryError(.badURL, "\(scheme)://…?…: \(name) is given twice")
            }
            entries.append(Entry(name: name.lowercased(), value: value))
        }
        self.entries = entries
    }
}

extension AddressQuery.Entry {
    /// A whole number within `range`.
    ///
    /// - Throws: `.badURL` with option, value and range.
    package func number(_ range: ClosedRange<Int>, scheme: String) throws(DeliveryError) -> Int {
        let digits = value.hasPrefix("-") ? value.dropFirst() : value[...]
        guard !digits.isEmpty, digits.allSatisfy({ $0.isASCII && $0.isNumber }), let number = Int(value), range.contains(number) else {
            throw DeliveryError(.badURL, "\(scheme)://…?\(name)=\(value): give a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }
}
