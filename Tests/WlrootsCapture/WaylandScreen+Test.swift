import Frames

@testable import WlrootsCapture

extension WaylandScreen {
    /// A screen of 1920 x 1080 pixels, as a compositor would tell of it.
    static func test(
        _ name: String = "HEADLESS-1", x: Int = 0, y: Int = 0, scale: Double = 1, transform: UInt32 = 0, number: UInt32 = 40
    ) -> WaylandScreen {
        let panel = PixelSize(width: 1920, height: 1080)
        let upright = Orientation(transform: transform).upright(panel)
        let rectangle = PixelRectangle(
            x: x, y: y, width: Int((Double(upright.width) / scale).rounded()), height: Int((Double(upright.height) / scale).rounded()))
        return WaylandScreen(
            number: number, name: name, description: "Test \"screen\"", rectangle: rectangle, panel: panel, transform: transform, turn: transform)
    }
}
