import CaptureKit

@testable import MediaCapture

/// A file as the agent plays it, in this process.
func videoFeed(_ path: String, isLooping: Bool = false) throws -> DecodedFeed {
    let file = try MediaFile(path)
    return try DecodedFeed(file.location.description, frameBytes: 0, isLooping: isLooping) { (patience) throws(CaptureError) in
        try MediaInput(file, patience: patience)
    }
}
