import Codec
import Glibc
import Protocols
import Session

/// The scenes are those that the host's user has kept.
extension OBSRequests {
    var sceneList: Answer {
        let status = session.status()
        let scenes = OBSScenes.names(status).enumerated().map { index, name -> JSONValue in
            ["sceneIndex": .whole(index), "sceneName": .text(name), "sceneUuid": .text(OBSIdentity.number(of: .scene, name))]
        }
        let current = OBSScenes.current(status)
        return [
            "currentProgramSceneName": .text(current), "currentProgramSceneUuid": .text(OBSIdentity.number(of: .scene, current)),
            "currentPreviewSceneName": .null, "currentPreviewSceneUuid": .null, "scenes": .list(scenes),
        ]
    }

    var currentScene: Answer {
        let name = JSONValue.text(OBSScenes.current(session.status()))
        let number = JSONValue.text(OBSIdentity.number(of: .scene, OBSScenes.current(session.status())))
        return ["sceneName": name, "sceneUuid": number, "currentProgramSceneName": name, "currentProgramSceneUuid": number]
    }

    /// In one picture, as `scene-show` without a transition.
    @available(*, noasync)
    func showScene(_ fields: OBSFields) throws(OBSRefusal) -> Answer {
        let status = session.status()
        let isByNumber = !fields.has("sceneName") && fields.has("sceneUuid")
        let wanted = try fields.text(isByNumber ? "sceneUuid" : "sceneName")
        let names = OBSScenes.names(status)
        guard let name = names.first(where: { (isByNumber ? OBSIdentity.number(of: .scene, $0) : $0) == wanted }) else {
            throw OBSRefusal(
                .resourceNotFound, "there is no scene \"\(PlainText.of(wanted.prefix(40)))\": there is \(names.joined(separator: ", "))")
        }
        // What is shown without a scene is shown.
        guard let scene = SceneName(name), let store = SceneStore.usual else { return [:] }
        try carryOut(.scene(.show(scene, in: store, .cut)))
        return [:]
    }

    /// What viewers see, or the layer of a source, at the size that it has.
    @available(*, noasync)
    func screenshot(_ fields: OBSFields) throws(OBSRefusal) -> Answer {
        let status = session.status()
        let name = try fields.text("sourceName")
        let isScene = OBSScenes.names(status).contains(name)
        guard isScene || status.sources.contains(where: { $0.name == name }) else {
            let known = status.sources.map(\.name).joined(separator: ", ")
            throw OBSRefusal(.resourceNotFound, "there is no source \"\(PlainText.of(name.prefix(40)))\": there is \(known)")
        }
        if isScene, name != OBSScenes.current(status) { throw OBSRefusal(.invalidResourceState, "the scene \"\(name)\" is not shown") }
        let format: StillFormat
        switch try fields.text("imageFormat") {
        case "png": format = .png
        case "jpg", "jpeg": format = .jpeg
        case let other: throw OBSRefusal(.invalidRequestField, "\"\(PlainText.of(other.prefix(20)))\" is no format: give png or jpg")
        }
        var folder = Array("/tmp/splitcast-XXXXXX".utf8CString)
        guard mkdtemp(&folder) != nil else {
            throw OBSRefusal(.requestProcessingFailed, "no folder for the picture: \(String(cString: strerror(errno)))")
        }
        let path = String(decoding: folder.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let file = path + "/picture." + (format == .png ? "png" : "jpg")
        defer {
            unlink(file)
            rmdir(path)
        }
        try carryOut(.snapshot(SnapshotRequest(.file(file), format: format, source: isScene ? SnapshotRequest.canvas : name)))
        guard let bytes = Self.contents(of: file) else { throw OBSRefusal(.requestProcessingFailed, "the picture cannot be read") }
        return ["imageData": .text("data:image/\(format == .png ? "png" : "jpeg");base64," + Base64.encoded(bytes))]
    }

    private static func contents(of path: String) -> [UInt8]? {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var (bytes, buffer) = ([UInt8](), [UInt8](repeating: 0, count: 256 * 1024))
        while true {
            let count = read(file, &buffer, buffer.count)
            guard count >= 0 else { return nil }
            if count == 0 { return bytes }
            bytes += buffer[..<count]
        }
    }
}
