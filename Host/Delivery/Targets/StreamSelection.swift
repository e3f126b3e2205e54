/// How much of the stream a target gets: less where its link is too slow for what the others get.
public enum StreamSelection: UInt8, Sendable, Hashable, CaseIterable {
    case everything
    /// Of the picture, key frames alone; all of the audio.
    case keyframes
    /// Nothing of the picture.
    case sound

    /// As `status` shows it.
    public var word: String {
        switch self {
        case .everything: "everything"
        case .keyframes: "keyframes"
        case .sound: "sound"
        }
    }
}
