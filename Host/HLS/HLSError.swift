public import Platform

/// One error type for all of the module. Messages that concern a playlist begin with its line (`line 12: …`), those that concern a predicate
/// with its column.
public typealias HLSError = Fault<HLSErrorCode>

public enum HLSErrorCode: String, Hashable, Sendable, CaseIterable {
    /// It does not begin with `#EXTM3U`: a web page, a media file, another list.
    case notAPlaylist
    /// It is not UTF-8.
    case notText
    /// A limit of `PlaylistLimits` is passed.
    case tooLarge
    /// A tag or an attribute of it cannot be read, or is missing where the tag needs it.
    case malformed
    /// Tags of a master playlist and of a media playlist in one, or one where the other is needed.
    case wrongKind
    /// A variable that is used, or imported, and not defined.
    case undefinedVariable
    /// The predicate cannot be read.
    case badPredicate
    /// A variant, a language or a rendition that the playlist does not have.
    case notThere
    /// What was required has no variant.
    case nothingMatches
    /// The media are encrypted by a method that only a player with a licence decrypts.
    case notReadable
}
