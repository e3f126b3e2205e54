import Fixtures
import Foundation

/// OBS Studio's configuration of one run: a profile, and a scene collection with one scene.
struct OBSProfile {
    private let scene: LayersContender.Scene

    init(_ scene: LayersContender.Scene) { self.scene = scene }

    /// Writes all of it below the home folder that OBS is given.
    func write(to home: Scratch) throws {
        let profile = try home.directory(".config/obs-studio/basic/profiles/bench")
        let scenes = try home.directory(".config/obs-studio/basic/scenes")
        try Self.global.write(toFile: home.file(".config/obs-studio/global.ini"), atomically: true, encoding: .utf8)
        try basic.write(toFile: profile + "/basic.ini", atomically: true, encoding: .utf8)
        try Self.json(service).write(to: URL(fileURLWithPath: profile + "/service.json"))
        try Self.json(collection).write(to: URL(fileURLWithPath: scenes + "/bench.json"))
    }

    private static func json(_ object: [String: Any]) throws -> Data { try JSONSerialization.data(withJSONObject: object) }

    /// No questions at the start, and no preview, which would be drawn a second time.
    private static let global = """
        [General]
        FirstRun=true
        LastVersion=486539266
        EnableAutoUpdates=false

        [BasicWindow]
        PreviewEnabled=false
        SysTrayEnabled=false
        WarnBeforeStartingStream=false

        [Basic]
        Profile=bench
        ProfileDir=bench
        SceneCollection=bench
        SceneCollectionFile=bench

        """

    private var basic: String {
        """
        [General]
        Name=bench

        [Video]
        BaseCX=\(scene.canvas.width)
        BaseCY=\(scene.canvas.height)
        OutputCX=\(scene.canvas.width)
        OutputCY=\(scene.canvas.height)
        FPSType=0
        FPSCommon=30

        [Output]
        Mode=Simple

        [SimpleOutput]
        VBitrate=\(scene.stream.kilobits)
        ABitrate=128
        StreamEncoder=x264
        UseAdvanced=true
        Preset=veryfast
        x264Settings=tune=zerolatency keyint=60 bufsize=\(scene.stream.kilobits / 2)

        [Audio]
        SampleRate=48000
        ChannelSetup=Stereo

        """
    }

    private var service: [String: Any] {
        let parts = scene.url.split(separator: "/", omittingEmptySubsequences: false)
        let address: [String: Any] = ["server": parts.dropLast().joined(separator: "/"), "key": parts.last.map(String.init) ?? "", "use_auth": false]
        return ["type": "rtmp_custom", "settings": address]
    }

    private var collection: [String: Any] {
        let names = scene.layers.indices.map { "screen \($0)" }
        let screens = zip(names, scene.layers).map { name, layer in
            Self.source("xshm_input", name, ["advanced": true, "server": layer.screen.display, "screen": 0, "show_cursor": true])
        }
        let items = zip(names, scene.layers).enumerated().map { Self.item(number: $0 + 1, $1.0, in: $1.1.box) }
        let main = Self.source("scene", "bench", ["custom_size": false, "id_counter": items.count, "items": items])
        var microphone = Self.source("pulse_input_capture", "microphone", ["device_id": "default"])
        microphone["mixers"] = 255
        return [
            "AuxAudioDevice1": microphone, "name": "bench", "current_scene": "bench", "current_program_scene": "bench",
            "scene_order": [["name": "bench"]], "sources": screens + [main], "groups": [Any](), "transitions": [Any](),
        ]
    }

    private static func source(_ kind: String, _ name: String, _ settings: [String: Any]) -> [String: Any] {
        ["id": kind, "versioned_id": kind, "name": name, "settings": settings, "enabled": true, "mixers": 0, "muted": false, "volume": 1.0]
    }

    /// Stretched into its box.
    private static func item(number: Int, _ name: String, in box: Arrangement.Box) -> [String: Any] {
        [
            "name": name, "id": number, "visible": true, "locked": false, "rot": 0.0, "pos": ["x": Double(box.x), "y": Double(box.y)],
            "scale": ["x": 1.0, "y": 1.0], "align": 5, "bounds_type": 1, "bounds_align": 0,
            "bounds": ["x": Double(box.width), "y": Double(box.height)], "crop_left": 0, "crop_top": 0, "crop_right": 0, "crop_bottom": 0,
            "scale_filter": "disable",
        ]
    }
}
