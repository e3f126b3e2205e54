/// The page's own files, part of the executable, so that it can be moved.
struct PageFile: Sendable {
    let contentType: String
    let bytes: [UInt8]

    /// By path; `nil` for anything else.
    static func at(_ path: String) -> PageFile? {
        switch path {
        case "/", "/index.html": PageFile(contentType: "text/html; charset=utf-8", bytes: PackageResources.index_html)
        case "/page.css": PageFile(contentType: "text/css; charset=utf-8", bytes: PackageResources.page_css)
        case "/page.js": PageFile(contentType: "text/javascript; charset=utf-8", bytes: PackageResources.page_js)
        case "/figures.js": PageFile(contentType: "text/javascript; charset=utf-8", bytes: PackageResources.figures_js)
        case "/player.js": PageFile(contentType: "text/javascript; charset=utf-8", bytes: PackageResources.player_js)
        case "/fragments.js": PageFile(contentType: "text/javascript; charset=utf-8", bytes: PackageResources.fragments_js)
        case "/hostclock.js": PageFile(contentType: "text/javascript; charset=utf-8", bytes: PackageResources.hostclock_js)
        case "/renditions.js": PageFile(contentType: "text/javascript; charset=utf-8", bytes: PackageResources.renditions_js)
        case "/track.js": PageFile(contentType: "text/javascript; charset=utf-8", bytes: PackageResources.track_js)
        case "/playlist.js": PageFile(contentType: "text/javascript; charset=utf-8", bytes: PackageResources.playlist_js)
        case "/icon.svg": PageFile(contentType: "image/svg+xml", bytes: PackageResources.icon_svg)
        default: nil
        }
    }
}
