import AppGroup
import Audio
import FoundationEssentials
import Platform

/// A scene as it lies in its file: what is said of layers in the words of `splitcast layer set`, overlays as requests have them.
extension Scene {
    /// Of the files; a newer one is not read.
    static let version = 1

    /// Several lines, for people who look at it.
    var json: [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted]
        return Array((try? encoder.encode(Written(self))) ?? Data()) + [UInt8(ascii: "\n")]  // text, numbers and lists of them always encode
    }

    /// Fields that are not known are left alone, those that are missing say nothing.
    ///
    /// - Throws: `badSetting`, saying what is wrong.
    init(json: some Sequence<UInt8>) throws(SessionError) {
        let written: Written
        do { written = try JSONDecoder().decode(Written.self, from: Data(json)) } catch {
            throw SessionError(.badSetting, "it is no scene: \(Self.meaning(of: error))")
        }
        guard written.version == Self.version else {
            throw SessionError(
                .badSetting, "it is a scene of version \(written.version), and version \(Self.version) is read here: is it of a newer splitcast?")
        }
        self.init()
        for layer in written.layers ?? [] { layers.append(try layer.layer()) }
        for overlay in written.overlays ?? [] { overlays.append(try overlay.choice()) }
        for gain in written.audio ?? [] { audio.append(try gain.setting()) }
        isMuted = written.muted
        if let problem { throw SessionError(.badSetting, problem) }
    }

    private static func meaning(of error: any Error) -> String {
        func path(_ context: DecodingError.Context, _ key: (any CodingKey)? = nil) -> String {
            (context.codingPath + (key.map { [$0] } ?? [])).map { $0.intValue.map { "\($0 + 1)" } ?? "\"\($0.stringValue)\"" }.joined(separator: " ")
        }
        switch error as? DecodingError {
        case .keyNotFound(let key, let context)?: return "\(path(context, key)) is missing"
        case .typeMismatch(_, let context)?, .valueNotFound(_, let context)?:
            return context.codingPath.isEmpty ? "a scene is a JSON object" : "\(path(context)) is of the wrong kind"
        default: return "that is not JSON"
        }
    }

    /// The file's fields.
    private struct Written: Codable {
        let version: Int
        var layers: [WrittenLayer]?
        var overlays: [WrittenOverlay]?
        var audio: [WrittenGain]?
        var muted: Bool?

        enum CodingKeys: String, CodingKey {
            case version = "splitcastScene"
            case layers, overlays, audio, muted
        }

        init(_ scene: Scene) {
            version = Scene.version
            (layers, overlays) = (scene.layers.map(WrittenLayer.init), scene.overlays.map(WrittenOverlay.init))
            (audio, muted) = (scene.audio.map(WrittenGain.init), scene.isMuted)
        }
    }

    private struct WrittenLayer: Codable {
        let source: String
        var set: [String]?
        var zoom: Double?
        var follow: String?

        init(_ layer: LayerSetting) {
            (source, set) = (layer.choice.source.text, layer.choice.words)
            (zoom, follow) = (layer.zoom?.factor, layer.zoom?.follow.rawValue)
        }

        func layer() throws(SessionError) -> LayerSetting {
            guard let name = SourceName(source) else { throw SessionError(.badSetting, "\"\(source.prefix(40))\" is no source: \(SourceName.form)") }
            let choice: LayerChoice
            do throws(SessionError) { choice = try LayerChoice(name, words: set ?? []) } catch {
                throw SessionError(.badSetting, "of \(name): \(error.message)")
            }
            guard let zoom else { return LayerSetting(choice) }
            guard Zoom.factors.contains(zoom), let follow = follow.map({ Zoom.Follow(rawValue: $0) }) ?? .pointer else {
                throw SessionError(.badSetting, "of \(name): \(Zoom.form), and follows pointer or is off")
            }
            return LayerSetting(choice, zoom: Zoom(zoom, follow: follow))
        }
    }

    private struct WrittenOverlay: Codable {
        var file: String?
        var text: String?
        var corner: String?
        var x: Double?
        var y: Double?
        var width: Double?
        var letterHeight: Double?
        var color: String?
        var opacity: Double?

        init(_ choice: OverlayChoice) {
            switch choice.content {
            case .picture(let path): (file, width) = (path, choice.width)
            case .text(let words): (text, letterHeight, color) = (words, choice.letterHeight, choice.colour.word)
            }
            (corner, x, y, opacity) = (choice.corner.rawValue, choice.x, choice.y, choice.opacity)
        }

        func choice() throws(SessionError) -> OverlayChoice {
            var choice: OverlayChoice
            switch (file, text) {
            case (let file?, nil): choice = OverlayChoice(.picture(file))
            case (nil, let text?): choice = OverlayChoice(.text(text))
            default: throw SessionError(.badSetting, "an overlay of it has not either \"file\" or \"text\"")
            }
            (choice.x, choice.y, choice.width) = (x ?? choice.x, y ?? choice.y, width)
            (choice.letterHeight, choice.opacity) = (letterHeight ?? choice.letterHeight, opacity ?? choice.opacity)
            if let corner {
                guard let known = OverlayChoice.Corner(rawValue: corner) else {
                    throw SessionError(.badSetting, "\"\(corner.prefix(32))\" is no corner: give \(OverlayChoice.Corner.form)")
                }
                choice.corner = known
            }
            guard let color else { return choice }
            guard let colour = SlateChoice.Colour(word: color) else {
                throw SessionError(.badSetting, "\"\(color.prefix(32))\" is no colour: give #RRGGBB")
            }
            choice.colour = colour
            return choice
        }
    }

    private struct WrittenGain: Codable {
        let source: String
        var gain: String?
        var muted: Bool?

        init(_ source: SourceGain) { (self.source, gain, muted) = (source.source, source.gain.text, source.isMuted) }

        func setting() throws(SessionError) -> SourceGain {
            do throws(AudioError) {
                return SourceGain(
                    source, gain: try gain.map { (text) throws(AudioError) in try AudioGain(parsing: text) } ?? .unchanged, isMuted: muted ?? false)
            } catch { throw SessionError(.badSetting, "of \(source.prefix(40)): \(error.message)", cause: error) }
        }
    }
}
