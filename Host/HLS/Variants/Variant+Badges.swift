/// What a variant is praised for.
public enum Badge: String, Hashable, Sendable, CaseIterable {
    case ultraHD = "4K", hdr = "HDR", pq = "PQ", hlg = "HLG", dolbyVision = "Dolby Vision", atmos = "Atmos", lossless = "lossless"
}

extension Variant {
    /// From the playlist alone, in the order of `Badge`.
    public var badges: [Badge] {
        let size = videoAttributes?.presentationSize
        let range = videoAttributes?.videoRange ?? .sdr
        let holds: [Badge: Bool] = [
            .ultraHD: (size?.width ?? 0) >= 3840 || (size?.height ?? 0) >= 2160,
            .hdr: range != .sdr,
            .pq: range == .pq,
            .hlg: range == .hlg,
            .dolbyVision: videoAttributes?.codecTypes.contains { CodecString($0).isDolbyVision } == true,
            .atmos: audioAttributes?.hasObjects == true,
            .lossless: audioAttributes?.formatIDs.contains { CodecString.isLossless($0) } == true,
        ]
        return Badge.allCases.filter { holds[$0] == true }
    }
}
