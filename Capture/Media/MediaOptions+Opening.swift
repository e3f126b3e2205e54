import CaptureKit

extension MediaOptions {
    /// Opens what was asked for and waits for its first picture.
    /// - Throws: `CaptureError`, in one line.
    func open() throws(CaptureError) -> any PictureFeed {
        switch origin {
        case .file(let path): return try DecodedFeed(MediaInput(MediaLocation(file: path)), isLooping: isLooping)
        case .address(let address): return try DecodedFeed(MediaInput(MediaLocation(address: address)))
        case .device(let path): return try open(Camera(path))
        case nil: throw CaptureError(.badOption, "nothing to show: give --device PATH, --file PATH or --url ADDRESS")
        }
    }

    /// RTSP, SRT and UDP answer by datagrams; files and devices have no connection at all.
    var sending: SendingNeeds { if case .address = origin { .datagrams } else { [] } }

    private func open(_ camera: Camera) throws(CaptureError) -> any PictureFeed {
        let modes = camera.modes()
        guard let mode = self.camera.choose(of: modes) else { throw unmet(camera, modes) }
        let rate = self.camera.milliFramesPerSecond
        guard mode.format == .mjpeg else { return try CameraFeed(camera, mode, milliFramesPerSecond: rate) }
        return try DecodedFeed(CompressedCamera(camera, mode, milliFramesPerSecond: rate))
    }

    private func unmet(_ camera: Camera, _ modes: [CameraMode]) -> CaptureError {
        let who = "\(camera.path) (\(camera.facts.name))"
        guard !modes.isEmpty else { return CaptureError(.unsupported, "\(who) has no format that this agent knows") }
        let offered = modes.prefix(12).map(\.description).joined(separator: ", ")
        return CaptureError(.badOption, "\(who) cannot do that; it offers \(offered)\(modes.count > 12 ? ", and more: see --list" : "")")
    }
}
