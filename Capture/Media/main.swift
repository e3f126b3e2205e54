import CaptureKit
import Glibc

AgentCommand.run(
    name: "splitcast-capture-media", summary: "Delivers a camera, a video file or a stream to a Splitcast host.", usage: MediaOptions.usage
) { (arguments) throws(CaptureError) in
    let options = try MediaOptions.parse(from: &arguments)
    if let form = options.listing, arguments.isEmpty {
        print(CameraListing.written(CameraListing.entries(), form), terminator: "")
        exit(0)
    }
    return MediaBackend(try options.open())
}
