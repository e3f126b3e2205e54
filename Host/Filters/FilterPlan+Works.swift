import Picture
import Platform

extension FilterPlan {
    /// What it does, in order.
    var works: [FilterStep.Work] {
        if let program { return [.program(program)] }
        var works: [FilterStep.Work] = []
        // The key sees the colours as they come.
        if let key = settings.chromaKey { works.append(.key(key)) }
        if settings[.denoise] > 0 { works.append(.graph(GraphRunner(.denoise(settings[.denoise])))) }
        if settings[.smooth] > 0 { works.append(.smoothing(Smoothing(strength: settings[.smooth]))) }
        if let tone = ToneCurve(settings) { works.append(.graph(GraphRunner(.tone(tone)))) }
        if let table { works.append(.table(table)) }
        if settings[.sharpen] > 0 { works.append(.graph(GraphRunner(.sharpen(settings[.sharpen])))) }
        return works
    }
}

extension FilterSettings {
    fileprivate var chromaKey: ChromaKey? {
        guard let key else { return nil }
        let (blue, red) = key.limitedChroma
        return ChromaKey(blue: blue, red: red, similarity: self[.similarity], blend: self[.blend], spill: self[.spill])
    }
}

extension FilterSettings.Colour {
    /// BT.709 in limited range.
    fileprivate var limitedChroma: (blue: UInt8, red: UInt8) {
        let (r, g, b) = (Double(red) / 255, Double(green) / 255, Double(blue) / 255)
        let luma = 0.2126 * r + 0.7152 * g + 0.0722 * b
        func sample(_ chroma: Double) -> UInt8 { UInt8(clamping: Int(clamping: (128 + 224 * chroma).rounded())) }
        return (sample((b - luma) / 1.8556), sample((r - luma) / 1.5748))
    }
}
