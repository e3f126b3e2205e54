public import Platform

/// A picture that goes with a talk.
public enum ArtworkFile {
    private static let mostBytes = 32 << 20

    /// - Throws: `.badAddress` where it cannot be read, `.damaged` where it is too large.
    public static func bytes(of path: String) throws(DownloadError) -> [UInt8] { try LocalFile.bytes(of: path, longest: mostBytes) }
}
