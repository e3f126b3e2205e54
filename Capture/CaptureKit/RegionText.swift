public import Frames

/// How a part of a screen is written: `--region`.
public enum RegionText {
    /// Reads `WxH+X+Y`, or `X,Y WxH` and `X,Y,WxH`, as slurp and grim write it.
    /// - Throws: `.badOption`.
    public static func rectangle(_ text: String) throws(CaptureError) -> PixelRectangle {
        let isOwn = !text.contains(",")
        let parts = text.split(omittingEmptySubsequences: false) { isOwn ? $0 == "+" : $0 == "," || $0 == " " }
        guard parts.count == 3 else { throw wrong(text) }
        let sides = parts[isOwn ? 0 : 2].split(separator: "x" as Character, omittingEmptySubsequences: false)
        let corner = isOwn ? parts[1...2] : parts[0...1]
        // One of more digits than a number can have is too large, not of the wrong form.
        let numbers = (sides + corner).map { !$0.isEmpty && $0.utf8.allSatisfy { $0 >= 0x30 && $0 <= 0x39 } ? Int($0) ?? .max : nil }
        guard sides.count == 2, let width = numbers[0], let height = numbers[1], let x = numbers[2], let y = numbers[3],
            width > 0, height > 0
        else { throw wrong(text) }
        guard max(width, height, x, y) < 1 << 16 else { throw CaptureError(.badOption, "--region \(text): no number may be above 65535") }
        return PixelRectangle(x: x, y: y, width: width, height: height)
    }

    private static func wrong(_ text: String) -> CaptureError {
        CaptureError(.badOption, "--region \(text): give WxH+X+Y, such as 1280x720+0+0")
    }
}
