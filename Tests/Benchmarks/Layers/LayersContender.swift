import Fixtures
import Frames
import ServerFixtures

/// Who lays the sources over each other: all with the same encoder settings, sound and target.
enum LayersContender: String, CaseIterable {
    case splitcast
    /// gst-launch-1.0 with `compositor`.
    case gstreamer = "gst"
    /// OBS Studio without a graphics card, on a screen of its own, without its preview.
    case obs

    /// What is laid where, and where it goes.
    struct Scene {
        let canvas: PixelSize
        /// The screens, each with its box.
        let layers: [(screen: XvfbServer, box: Arrangement.Box)]
        let url: String

        var stream: Contender.Stream { Contender.Stream(width: canvas.width, height: canvas.height, url: url) }
    }

    /// Files that the peer needs are written to `home`.
    func command(_ scene: Scene, home: Scratch) throws -> [String] {
        switch self {
        case .splitcast: return try Self.splitcast(scene)
        case .gstreamer: return try Self.gstreamer(scene, home)
        case .obs:
            try OBSProfile(scene).write(to: home)
            return ["obs", "--multi", "--minimize-to-tray", "--profile", "bench", "--collection", "bench", "--scene", "bench", "--startstreaming"]
        }
    }

    private static func splitcast(_ scene: Scene) throws -> [String] {
        let names = ["screen", "second"]
        let layers = zip(names, scene.layers).flatMap { name, layer -> [String] in
            let box = layer.box
            let source = name == "screen" ? [] : ["--source", "\(name)=x11:\(layer.screen.display)"]
            return source + ["--layer", "\(name)=\(box.x),\(box.y),\(box.width)x\(box.height)"]
        }
        let usual = try Contender.splitcast(scene.layers[0].screen, scene.stream, "bench") + ["--to", scene.url]
        return usual + (scene.layers.count > 1 ? layers : [])
    }

    private static func gstreamer(_ scene: Scene, _ home: Scratch) throws -> [String] {
        let alone = try Contender.gstreamer.command(screen: scene.layers[0].screen, stream: scene.stream, group: "bench", folder: home)
        guard scene.layers.count > 1, let source = alone.firstIndex(of: "ximagesrc"), let convert = alone.firstIndex(of: "videoconvert") else {
            return alone
        }
        // In place of its one source: the compositor with all of them, in front of the same conversion.
        let pads = scene.layers.enumerated().flatMap { index, layer in
            [
                "sink_\(index)::xpos=\(layer.box.x)", "sink_\(index)::ypos=\(layer.box.y)", "sink_\(index)::width=\(layer.box.width)",
                "sink_\(index)::height=\(layer.box.height)", "sink_\(index)::zorder=\(index)",
            ]
        }
        let size = "video/x-raw,width=\(scene.canvas.width),height=\(scene.canvas.height),framerate=30/1"
        let sources = scene.layers.enumerated().flatMap { index, layer in
            [
                "ximagesrc", "display-name=\(layer.screen.display)", "use-damage=false", "!", "video/x-raw,framerate=30/1", "!", "queue", "!",
                "canvas.sink_\(index)",
            ]
        }
        return alone[..<source] + ["compositor", "name=canvas", "background=black"] + pads + ["!", size, "!"] + alone[convert...] + sources
    }
}
