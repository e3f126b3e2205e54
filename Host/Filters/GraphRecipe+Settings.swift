extension GraphRecipe {
    /// In space and time: a picture depends on those before.
    static func denoise(_ strength: Double) -> GraphRecipe {
        GraphRecipe(
            name: "hqdn3d", settings: ["luma_spatial", "chroma_spatial", "luma_tmp", "chroma_tmp"],
            values: [8, 6, 12, 9].map { "\($0 * strength)" }, reach: nil, takesCommands: true)
    }

    static func sharpen(_ strength: Double) -> GraphRecipe {
        GraphRecipe(name: "unsharp", fixed: "lx=5:ly=5", settings: ["la"], values: ["\(1.5 * strength)"], reach: 4, takesCommands: false)
    }

    static func tone(_ tone: ToneCurve) -> GraphRecipe {
        GraphRecipe(name: "lutyuv", settings: ["y", "u", "v"], values: tone.expressions, reach: 0, takesCommands: true)
    }
}
