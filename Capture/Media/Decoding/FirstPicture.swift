import CMedia
import CaptureKit
import Frames
import Glibc
import Platform

/// What a file's first picture will be, before a host is asked for anything: a process beside the agent decodes it, that has forbidden
/// itself all that an agent in its sandbox has, and is gone before the file is read here.
enum FirstPicture {
    /// - Returns: how large it is in bytes, and whether there is audio beside it.
    /// - Throws: `CaptureError`, in one line that names the file: what is wrong with it.
    static func look(at file: MediaFile, in mode: SandboxMode) throws(CaptureError) -> (bytes: Int, hasAudio: Bool) {
        let helper: HelperProcess
        do throws(SystemError) {
            helper = try HelperProcess(.decoding, in: mode) { voice in
                do throws(CaptureError) { voice.say(try decode(file)) } catch { voice.say(.failed(error)) }
            }
        } catch { throw CaptureError(.failed, "\(file.location) cannot be examined: \(error)", cause: error) }
        let report = helper.report()
        let end = helper.awaitEnd()
        switch report {
        case .found(let bytes, let hasAudio)?: return (bytes, hasAudio)
        case .failed(let error)?: throw error
        case .ended?, nil:
            // By the memory limit that both are under: that its decoding was moved to another process shall not show.
            if end == 128 + SIGKILL { kill(getpid(), SIGKILL) }
            throw CaptureError(.unsupported, "\(file.location) is damaged: what decodes its first picture crashes (\(end))")
        }
    }

    private static func decode(_ file: MediaFile) throws(CaptureError) -> HelperReport {
        let input = try MediaInput(file)
        let picture = try DecodedPicture()
        guard try input.next(into: picture.frame) else { throw input.isPictureless }
        try picture.prepare(PictureConverter(), orientation: input.orientation, name: input.name)
        return .found(frameBytes: picture.geometry.frameBytes, hasAudio: input.hasAudio)
    }
}
