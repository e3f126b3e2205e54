import Control
import Session

extension SessionStatus.Target {
    /// Whether it is the page's own.
    var isPage: Bool { url.hasSuffix("/" + PageServer.playlistName) }

    /// Whether it is a file that is written, with nothing to connect to.
    var isRecording: Bool { !url.contains("://") && !url.hasSuffix(".m3u8") }

    /// Short enough for a status line: a server's name, a file's name, or `page`.
    var shortName: String {
        if isPage { return "page" }
        guard let mark = url.firstRange(of: "://") else { return String(url.split(separator: "/").last ?? "") }
        let authority = url[mark.upperBound...]
        let host = authority.prefix { !"/?".contains($0) }
        return String(host.split(separator: "@").last ?? host)
    }
}
