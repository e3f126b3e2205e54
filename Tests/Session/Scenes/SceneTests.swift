import AppGroup
import Audio
import Testing

@testable import Session

/// A scene's file: what is written is read again, and what is wrong is told in one line.
@Suite struct SceneTests {
    private static func scene() throws -> Scene {
        var scene = Scene()
        let (cam, screen) = (SourceName("cam")!, SourceName.screen)
        scene.layers = [
            LayerSetting(try LayerChoice(screen, words: ["0,0", "z=0", "opacity=1.0", "mirror=off", "shown"]), zoom: Zoom(2.5, follow: .off)),
            LayerSetting(
                try LayerChoice(
                    cam, words: ["right-20,center", "300x300", "aspect=fill", "z=4", "opacity=0.25", "mirror", "crop=100,0,800x600", "hidden"])),
        ]
        var (logo, text) = (OverlayChoice(.picture("/pictures/logo.png")), OverlayChoice(.text("{time} \"{{\"")))
        (logo.x, logo.y, logo.width, logo.opacity) = (0.1, 0.2, 0.3, 0.4)
        text.corner = .bottomRight
        (text.y, text.letterHeight, text.colour) = (0.9, 0.125, SlateChoice.Colour(red: 1, green: 128, blue: 255))
        scene.overlays = [logo, text]
        scene.audio = [
            SourceGain("mic", gain: try AudioGain(parsing: "50"), isMuted: true),
            SourceGain("music", gain: try AudioGain(parsing: "-60dB"), isMuted: false),
        ]
        scene.isMuted = true
        return scene
    }

    @Test func whatIsWrittenIsReadAgain() throws {
        let scene = try Self.scene()
        #expect(try Scene(json: scene.json) == scene)
        #expect(try Scene(json: Scene().json) == Scene())
    }

    @Test func whatIsAmplifiedIsReadAgainAsLoud() throws {
        var scene = Scene()
        scene.audio = [SourceGain("mic", gain: try AudioGain(parsing: "+24dB"), isMuted: false)]
        let read = try #require(try Scene(json: scene.json).audio.first)
        #expect(abs(read.gain.decibels - 24) < 0.001)
    }

    @Test func whatIsMissingSaysNothingAndWhatIsUnknownDoesNoHarm() throws {
        let text = #"{"splitcastScene":1,"layers":[{"source":"cam","colour":3}],"later":{"a":[]}}"#
        let scene = try Scene(json: Array(text.utf8))
        #expect(
            scene.layers == [LayerSetting(LayerChoice(SourceName("cam")!))] && scene.overlays.isEmpty && scene.audio.isEmpty && scene.isMuted == nil)
    }

    @Test(arguments: [
        ("", "not JSON"), ("[]", "JSON object"), ("{}", "\"splitcastScene\" is missing"), (#"{"splitcastScene":2}"#, "newer splitcast"),
        (#"{"splitcastScene":"1"}"#, "\"splitcastScene\" is of the wrong kind"),
        (#"{"splitcastScene":1,"layers":[{"source":"cam"},{}]}"#, "\"layers\" 2 \"source\" is missing"),
        (#"{"splitcastScene":1,"layers":[{"source":"Cam"}]}"#, "is no source"),
        (#"{"splitcastScene":1,"layers":[{"source":"cam","set":["wide"]}]}"#, "of cam: \"wide\" cannot be said"),
        (#"{"splitcastScene":1,"layers":[{"source":"cam","zoom":99}]}"#, "1 (all of it) to 16"),
        (#"{"splitcastScene":1,"layers":[{"source":"cam","zoom":2,"follow":"mouse"}]}"#, "follows pointer"),
        (#"{"splitcastScene":1,"layers":[{"source":"a"},{"source":"a"}]}"#, "two layers of a"),
        (#"{"splitcastScene":1,"overlays":[{"x":0.1}]}"#, "\"file\" or \"text\""),
        (#"{"splitcastScene":1,"overlays":[{"text":"a","x":7}]}"#, "off the canvas"),
        (#"{"splitcastScene":1,"overlays":[{"text":"a","corner":"left"}]}"#, "give top-left, top-right"),
        (#"{"splitcastScene":1,"overlays":[{"text":"a","color":"red"}]}"#, "is no colour"),
        (#"{"splitcastScene":1,"overlays":[{"file":"logo.png"}]}"#, "no absolute path"),
        (#"{"splitcastScene":1,"overlays":[{"file":"/a.png\u0000b"}]}"#, "no absolute path"),
        (#"{"splitcastScene":1,"audio":[{"source":"mic","gain":"loud"}]}"#, "is not a gain"),
        (#"{"splitcastScene":1,"overlays":[\#(Array(repeating: #"{"text":"a"}"#, count: 33).joined(separator: ","))]}"#, "more than 32"),
    ])
    func whatIsWrongIsOneLine(text: String, words: String) {
        let error = #expect(throws: SessionError.self) { try Scene(json: Array(text.utf8)) }
        #expect(error?.code == .badSetting && error?.message.contains(words) == true, "\(error?.message ?? "")")
        #expect(error?.message.contains("\n") == false)
    }
}
