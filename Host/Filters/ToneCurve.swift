/// Brightness, contrast, gamma, saturation and the colours of skin, each sample of a picture by itself: BT.709 in limited range, in which black is
/// 16, white 235 and grey has 128 of both chroma. Black and white stay but for brightness and contrast.
struct ToneCurve: Hashable {
    let brightness, contrast, gamma, saturation, whiten, ruddy: Double

    /// - Returns: `nil` where nothing would change.
    init?(_ settings: FilterSettings) {
        (brightness, contrast, gamma) = (settings[.brightness], settings[.contrast], settings[.gamma])
        (saturation, whiten, ruddy) = (settings[.saturation], settings[.whiten], settings[.ruddy])
        guard brightness != 0 || contrast != 1 || gamma != 1 || saturation != 1 || whiten != 0 || ruddy != 0 else { return nil }
    }

    /// Of luma, blue and red, as libavfilter evaluates them for each of 256 values.
    var expressions: [String] {
        let level = "clip(((val-16)/219-0.5)*\(contrast)+0.5+\(brightness),0,1)"
        let luma = "st(0,pow(\(level),\(1 / gamma)));16.5+219*(ld(0)+\(whiten / 2)*ld(0)*(1-ld(0)))"
        // Faces become paler as they become whiter.
        let colour = saturation * (1 - 0.15 * whiten)
        let blue = "clip(128.5+(val-128)*\(colour),16,240)"
        // Most of what is as red as skin, none of grey or of pure red.
        let red = "st(0,(val-128)/112*\(colour));clip(128.5+112*(ld(0)+\(ruddy)*max(0,ld(0)*(1-2*ld(0)))),16,240)"
        return [luma, blue, red]
    }
}
