import Platform

extension FilterSettings {
    /// What is done by libavfilter before a colour table, in this order: the key sees the colours as they come.
    var recipesBeforeTable: [GraphRecipe] {
        var recipes: [GraphRecipe] = []
        if let key { recipes.append(.key(key, similarity: self[.similarity], blend: self[.blend])) }
        if self[.denoise] > 0 { recipes.append(.denoise(self[.denoise])) }
        if self[.smooth] > 0 { recipes.append(.smooth(self[.smooth])) }
        if let tone = ToneCurve(self) { recipes.append(.tone(tone)) }
        return recipes
    }

    /// And after it.
    var recipesAfterTable: [GraphRecipe] { self[.sharpen] > 0 ? [.sharpen(self[.sharpen])] : [] }
}

extension GraphRecipe {
    /// Transparent where the colours of 3x3 pixels are near to the key's.
    static func key(_ colour: FilterSettings.Colour, similarity: Double, blend: Double) -> GraphRecipe {
        GraphRecipe(
            name: "chromakey", fixed: "yuv=1", settings: ["color", "similarity", "blend"],
            values: ["0x" + colour.limitedYUV.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined(), "\(similarity)", "\(blend)"],
            reach: 2, hasMatte: true, takesCommands: true)
    }

    /// In space and time: a picture depends on those before.
    static func denoise(_ strength: Double) -> GraphRecipe {
        GraphRecipe(
            name: "hqdn3d", settings: ["luma_spatial", "chroma_spatial", "luma_tmp", "chroma_tmp"],
            values: [8, 6, 12, 9].map { "\($0 * strength)" }, reach: nil, takesCommands: true)
    }

    /// Evens out what varies little, and leaves edges.
    static func smooth(_ strength: Double) -> GraphRecipe {
        GraphRecipe(
            name: "yaepblur", fixed: "radius=5:planes=1", settings: ["sigma"], values: ["\(1 + Int(600 * strength * strength))"], reach: 6,
            takesCommands: true)
    }

    static func sharpen(_ strength: Double) -> GraphRecipe {
        GraphRecipe(name: "unsharp", fixed: "lx=5:ly=5", settings: ["la"], values: ["\(1.5 * strength)"], reach: 4, takesCommands: false)
    }

    static func tone(_ tone: ToneCurve) -> GraphRecipe {
        GraphRecipe(name: "lutyuv", settings: ["y", "u", "v"], values: tone.expressions, reach: 0, takesCommands: true)
    }
}

extension FilterSettings.Colour {
    /// BT.709 in limited range.
    var limitedYUV: [UInt8] {
        let (r, g, b) = (Double(red) / 255, Double(green) / 255, Double(blue) / 255)
        let luma = 0.2126 * r + 0.7152 * g + 0.0722 * b
        return [16 + 219 * luma, 128 + 224 * (b - luma) / 1.8556, 128 + 224 * (r - luma) / 1.5748]
            .map { UInt8(clamping: Int(clamping: $0.rounded())) }
    }
}
