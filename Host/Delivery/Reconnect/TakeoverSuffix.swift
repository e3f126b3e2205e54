/// A number at the stream key that rises with every attempt to connect again: a service that knows take-overs then lets the new
/// connection replace the old one, which it still believes to be alive (features I-38).
///
/// One for each target, for the life of the session. No one else may take over the same channel meanwhile.
public struct TakeoverSuffix: Sendable, Hashable {
    /// 1 on the first connection.
    public private(set) var number: Int

    public init(number: Int = 1) { self.number = max(1, number) }

    /// Before each attempt to connect again, whether it will succeed or not.
    public mutating func advance() { number += 1 }

    /// `key?priority=3`, or `&priority=3` where the key has a query already.
    public func applied(to key: String) -> String { "\(key)\(key.contains("?") ? "&" : "?")priority=\(number)" }
}
