/// How one layout gives way to another.
public enum Transition: Hashable, Sendable {
    case cut
    /// The picture as it was last fades into the new layout.
    case fade(Duration)
    /// The new layout comes in from the right and pushes the picture as it was last out to the left.
    case slide(Duration)
}
