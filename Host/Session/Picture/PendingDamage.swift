import Frames

/// What of the picture differs from the one that was encoded last. A value of bounded size: adding to it allocates nothing.
///
/// Whatever becomes different between two encoded pictures is added; what is left out stays as it was in the stream until the next key frame.
struct PendingDamage: Sendable {
    /// `nil` for everything, as before the first picture.
    private(set) var damage: Damage?

    mutating func add(_ more: Damage) { damage?.add(more) }

    /// Another picture, another encoder, or a picture that was taken and not encoded.
    mutating func addEverything() { damage = nil }

    /// For the picture that is encoded now: nothing is pending afterwards.
    ///
    /// - Returns: `nil` for everything, as before the first picture.
    mutating func take() -> Damage? {
        defer { damage = Damage() }
        return damage
    }
}
