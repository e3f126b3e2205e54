import Platform

/// Every key that configuration may have, by name.
public struct ConfigurationKeys: Sendable {
    public let all: [ConfigurationKey]
    private let byName: [String: ConfigurationKey]

    public init(_ all: [ConfigurationKey]) {
        self.all = all
        byName = Dictionary(all.map { ($0.name, $0) }) { first, _ in first }
    }

    public subscript(name: String) -> ConfigurationKey? { byName[name] }

    /// The nearest name, for one that there is not.
    func nearest(_ name: String) -> String? {
        let mostEdits = name.count < 4 ? 2 : max(2, name.count / 3)
        let candidates = all.map { (name: $0.name, distance: name.count > 1 && $0.name.hasPrefix(name) ? 1 : NameDistance.edits(name, $0.name)) }
        // Of equally near ones that with the same letters: 'fsp' is 'fps' and not 's3'.
        return candidates.filter { $0.distance <= mostEdits && $0.distance < name.count }.min { left, right in
            (left.distance, Self.foreign(left.name, name)) < (right.distance, Self.foreign(right.name, name))
        }?.name
    }

    private static func foreign(_ name: String, _ typed: String) -> Int {
        name.filter { !typed.contains($0) }.count + typed.filter { !name.contains($0) }.count
    }
}
