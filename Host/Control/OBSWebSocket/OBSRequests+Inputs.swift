import Audio
import Session

/// The inputs are the sources of the mix, by their names.
extension OBSRequests {
    /// What OBS calls such a source under Linux: plug-ins choose icons by it.
    static let inputKinds = [
        "microphone": "pulse_input_capture", "desktop": "pulse_output_capture", "music": "ffmpeg_source", "pushed": "pulse_application_capture",
    ]

    private var sources: [AudioStatus.Source] { session.audioStatus()?.sources ?? [] }

    private static func kind(_ source: AudioStatus.Source) -> String { inputKinds[source.kind] ?? source.kind }

    /// All, or those of one kind.
    func inputList(_ fields: OBSFields) throws(OBSRefusal) -> Answer {
        let kind = fields.has("inputKind") ? try fields.text("inputKind") : nil
        let inputs = sources.filter { kind == nil || Self.kind($0) == kind }.map { source -> JSONValue in
            [
                "inputName": .text(source.id), "inputUuid": .text(OBSIdentity.number(of: .input, source.id)), "inputKind": .text(Self.kind(source)),
                "unversionedInputKind": .text(Self.kind(source)),
            ]
        }
        return ["inputs": .list(inputs)]
    }

    /// OBS has two of the desktop and four microphones.
    var specialInputs: Answer {
        let (desktops, microphones) = (sources.filter { $0.kind == "desktop" }, sources.filter { $0.kind == "microphone" })
        func names(_ name: String, _ found: [AudioStatus.Source], _ count: Int) -> [(String, JSONValue)] {
            (0..<count).map { ("\(name)\($0 + 1)", $0 < found.count ? .text(found[$0].id) : .null) }
        }
        return Dictionary(names("desktop", desktops, 2) + names("mic", microphones, 4)) { first, _ in first }
    }

    /// By its name, or by the number that is made of it.
    func input(_ fields: OBSFields) throws(OBSRefusal) -> AudioStatus.Source {
        let sources = sources
        let isByNumber = !fields.has("inputName") && fields.has("inputUuid")
        let wanted = try fields.text(isByNumber ? "inputUuid" : "inputName")
        let found = sources.first { (isByNumber ? OBSIdentity.number(of: .input, $0.id) : $0.id) == wanted }
        if let found { return found }
        let known = sources.isEmpty ? "this broadcast has none" : "there is \(sources.map(\.id).joined(separator: ", "))"
        throw OBSRefusal(.resourceNotFound, "there is no input \"\(PlainText.of(wanted.prefix(40)))\": \(known)")
    }

    @available(*, noasync)
    func setMute(_ input: AudioStatus.Source, _ isMuted: Bool) throws(OBSRefusal) -> Answer {
        try carryOut(.sound(.mute(source: input.id, isMuted)))
        return [:]
    }

    /// By the factor or by decibels, one of them.
    @available(*, noasync)
    func setVolume(_ input: AudioStatus.Source, _ fields: OBSFields) throws(OBSRefusal) -> Answer {
        let hasFactor = fields.has("inputVolumeMul")
        if hasFactor, fields.has("inputVolumeDb") {
            throw OBSRefusal(.invalidRequestField, "give \"inputVolumeMul\" or \"inputVolumeDb\", not both")
        }
        let volume =
            hasFactor
            ? OBSVolume(factor: try fields.number("inputVolumeMul", OBSVolume.factorRange))
            : OBSVolume(decibels: try fields.number("inputVolumeDb", OBSVolume.decibelRange))
        let gain: AudioGain
        do throws(AudioError) { gain = try AudioGain(parsing: volume.gain) } catch { throw OBSRefusal(.requestFieldOutOfRange, error.message) }
        try carryOut(.sound(.gain(source: input.id, gain)))
        return [:]
    }
}
