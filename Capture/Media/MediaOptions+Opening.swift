import CaptureKit
import Frames
import Platform

extension MediaOptions {
    /// Opens what was asked for. Nothing that strangers made is parsed in this process yet: processes beside it, confined as `mode` says,
    /// look for the pictures of a file or an address.
    /// - Throws: `CaptureError`, in one line.
    func open(_ mode: SandboxMode) throws(CaptureError) -> any PictureFeed {
        switch origin {
        case .file(let path): return try open(MediaFile(path), mode)
        case .address(let address):
            let stream = try FetchedStream(MediaLocation(address: address), in: mode)
            let bytes = stream.frameBytes > 0 ? stream.frameBytes : DecodedFeed.usualFrameBytes
            let audio = try track(stream.hasAudio)
            return try DecodedFeed(stream.location.description, frameBytes: bytes, ownBytes: FetchedStream.ownBytes, audio: audio) {
                [audio] (patience) throws(CaptureError) in try stream.open(patience: patience, audio: audio)
            }
        case .device(let path): return try open(Camera(path))
        case nil: throw CaptureError(.badOption, "nothing to show: give --device PATH, --file PATH or --url ADDRESS")
        }
    }

    private func open(_ file: MediaFile, _ mode: SandboxMode) throws(CaptureError) -> any PictureFeed {
        // What comes once cannot be looked at before.
        let first = file.isSeekable ? try FirstPicture.look(at: file, in: mode) : (bytes: DecodedFeed.usualFrameBytes, hasAudio: false)
        let audio = try track(first.hasAudio)
        return try DecodedFeed(file.location.description, frameBytes: first.bytes, isLooping: isLooping, audio: audio) {
            [audio] (patience) throws(CaptureError) in try MediaInput(file, patience: patience, audio: audio)
        }
    }

    /// - Returns: `nil` where there is no audio, or none is wanted.
    private func track(_ hasAudio: Bool) throws(CaptureError) -> TrackPipeline? {
        guard hasAudio, !isSilent else { return nil }
        do throws(SystemError) { return try TrackPipeline() } catch { throw CaptureError(.failed, "\(error)", cause: error) }
    }

    private func open(_ camera: Camera) throws(CaptureError) -> any PictureFeed {
        let modes = camera.modes()
        guard let mode = self.camera.choose(of: modes) else { throw unmet(camera, modes) }
        let rate = self.camera.milliFramesPerSecond
        guard mode.format == .mjpeg else { return try CameraFeed(camera, mode, milliFramesPerSecond: rate) }
        let source = try CompressedCamera(camera, mode, milliFramesPerSecond: rate)
        let frame = FrameGeometry(size: mode.size, format: .i420(YUVColour(matrix: .bt601, range: .full)))
        return try DecodedFeed(source.name, frameBytes: frame?.frameBytes ?? DecodedFeed.usualFrameBytes, panel: CameraPanel(camera)) { patience in
            source.patience = patience
            return source
        }
    }

    private func unmet(_ camera: Camera, _ modes: [CameraMode]) -> CaptureError {
        let who = "\(camera.path) (\(camera.facts.name))"
        guard !modes.isEmpty else { return CaptureError(.unsupported, "\(who) has no format that this agent knows") }
        let offered = modes.prefix(12).map(\.description).joined(separator: ", ")
        return CaptureError(.badOption, "\(who) cannot do that; it offers \(offered)\(modes.count > 12 ? ", and more: see --list" : "")")
    }
}
