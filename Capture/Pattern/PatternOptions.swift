import CaptureKit
import Frames

/// What the test card's agent takes beside the common options.
struct PatternOptions: Sendable {
    var geometry = FrameGeometry(size: PixelSize(width: 1280, height: 720))!

    static let usage = """
          --size WxH            size of the test card, 320x180 to 16384x16384 (default: 1280x720)
        """

    /// The clock's cells need this much room.
    static let smallest = PixelSize(width: 320, height: 180)

    static func parse(from arguments: inout [String]) throws(CaptureError) -> PatternOptions {
        var options = PatternOptions()
        if let text = try AgentOptions.takeValue("--size", from: &arguments) {
            let sides = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
            guard sides.count == 2, let width = sides[0], let height = sides[1], width >= smallest.width, height >= smallest.height,
                let geometry = FrameGeometry(size: PixelSize(width: width, height: height))
            else { throw CaptureError(.badOption, "--size \(text): give WIDTHxHEIGHT from \(smallest) to 16384x16384, such as 1280x720") }
            options.geometry = geometry
        }
        return options
    }
}
