import Control
import Session

extension SessionStatus.Target {
    /// Whether it is the page's own.
    var isPage: Bool { (rendition?.ladder ?? url).hasSuffix("/page/" + PageServer.playlistName) }

    /// Its address, or what it is of the page.
    var name: String { !isPage ? url : rendition.map { "page, \($0.name)" } ?? "page" }

    /// Whether it is a file that is written, with nothing to connect to.
    var isRecording: Bool { !url.contains("://") && !url.hasSuffix(".m3u8") }

    /// Short enough for a status line: a server's name, a file's name, or `page`.
    var shortName: String {
        if isPage { return name }
        guard let mark = url.firstRange(of: "://") else { return String(url.split(separator: "/").last ?? "") }
        let authority = url[mark.upperBound...]
        let host = authority.prefix { !"/?".contains($0) }
        return String(host.split(separator: "@").last ?? host)
    }
}
