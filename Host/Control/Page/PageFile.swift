/// The page's own files, part of the executable, so that it can be moved.
struct PageFile: Sendable {
    static let cockpitPath = "/cockpit"

    let contentType: String
    let bytes: [UInt8]

    private init(_ contentType: String, _ bytes: [UInt8]) { (self.contentType, self.bytes) = (contentType, bytes) }

    /// By path; `nil` for anything else.
    static func at(_ path: String) -> PageFile? {
        switch path {
        case "/", "/index.html": PageFile("text/html; charset=utf-8", PackageResources.index_html)
        case cockpitPath: PageFile("text/html; charset=utf-8", PackageResources.cockpit_html)
        case "/page.css": PageFile("text/css; charset=utf-8", PackageResources.page_css)
        case "/cockpit.css": PageFile("text/css; charset=utf-8", PackageResources.cockpit_css)
        case "/icon.svg": PageFile("image/svg+xml", PackageResources.icon_svg)
        default: script(path).map { PageFile("text/javascript; charset=utf-8", $0) }
        }
    }

    private static func script(_ path: String) -> [UInt8]? {
        switch path {
        case "/page.js": PackageResources.page_js
        case "/figures.js": PackageResources.figures_js
        case "/player.js": PackageResources.player_js
        case "/fragments.js": PackageResources.fragments_js
        case "/hostclock.js": PackageResources.hostclock_js
        case "/renditions.js": PackageResources.renditions_js
        case "/track.js": PackageResources.track_js
        case "/playlist.js": PackageResources.playlist_js
        case "/cockpit.js": PackageResources.cockpit_js
        case "/host.js": PackageResources.host_js
        case "/parts.js": PackageResources.parts_js
        case "/dialogs.js": PackageResources.dialogs_js
        case "/preview.js": PackageResources.preview_js
        case "/mixer.js": PackageResources.mixer_js
        case "/targets.js": PackageResources.targets_js
        case "/additions.js": PackageResources.additions_js
        case "/agents.js": PackageResources.agents_js
        case "/layers.js": PackageResources.layers_js
        case "/scenes.js": PackageResources.scenes_js
        case "/happenings.js": PackageResources.happenings_js
        case "/wording.js": PackageResources.wording_js
        default: nil
        }
    }

    /// What the cockpit fetches when it is opened; the rest only where the picture is played by HLS.
    static let ofCockpit =
        [cockpitPath, "/cockpit.css", "/icon.svg"]
        + [
            "cockpit", "host", "parts", "dialogs", "preview", "mixer",
            "targets", "agents", "layers", "additions", "scenes", "happenings", "wording", "hostclock", "fragments", "player", "playlist",
            "renditions",
            "track",
        ].map { "/\($0).js" }
}
