import Frames

extension Canvas {
    /// Paints a slate over the whole canvas.
    ///
    /// Takes some 20 ms and allocates: not for the canvas's thread. Any thread that owns the canvas, several at once on
    /// canvases of their own.
    /// - Returns: false when there is text and no font is installed to write it with; the rest is painted all the same.
    @discardableResult
    public func paint(_ slate: SlateDesign) -> Bool {
        view.paint(slate.colour, kernels: .best)
        if let still = slate.still {
            still.flatten(over: slate.colour)
            let placement = Placement(of: still.geometry.size, orientation: still.orientation, on: size, mode: .fit)
            let painter = FramePainter(geometry: still.geometry, placement: placement, kernels: .best, hasFullChroma: hasFullChroma)
            _ = painter.paint(PixelRectangle(of: still.geometry.size), from: still.pixels, on: view)
        }
        guard !slate.text.isEmpty else { return true }
        guard let text = SlateText(slate.text, colour: slate.colour.inkColour, canvas: size) else { return false }
        let block = PixelRectangle(
            x: (size.width - text.size.width) / 4 * 2, y: (size.height - text.size.height) / 4 * 2, width: text.size.width,
            height: text.size.height)
        PixelKernels.blend(
            text.pixels.base, strideBytes: text.strideBytes, width: text.size.width, height: text.size.height, insetX: 0, insetY: 0,
            over: view.part(block))
        return true
    }
}

extension I420View {
    /// One colour everywhere, as the conversion of a frame would have it.
    func paint(_ colour: PixelColour, kernels: PixelKernels) {
        let pixel: [UInt8] = [colour.blue, colour.green, colour.red, 255]
        let block = pixel + pixel + pixel + pixel
        block.withUnsafeBytes {
            kernels.convert($0.baseAddress!, strideBytes: 8, width: 2, height: 2, into: part(PixelRectangle(x: 0, y: 0, width: 2, height: 2)))
        }
        paint(luma: luma[0], blue: blueChroma[0], red: redChroma[0])
    }
}
