import CAVFilter

/// The filters of libavfilter that a microphone passes, on both channels alike. Made on a control thread, used on the mixer's. Nothing of
/// what comes out is later than what went in.
///
/// Unlike the rest of the mixer, libavfilter allocates a few hundred bytes for each quantum, as the encoders on the same thread do.
final class FilterGraph: @unchecked Sendable {
    // @unchecked: belongs to the mixer's thread once made.
    private let filter: OpaquePointer

    /// What each part is, in the order in which they stand, with its settings.
    private static let chains: [(part: VoiceProcessing, chain: String)] = [
        // Below −45 dBFS each decibel becomes four, 30 dB less at most.
        (.gate, "agate=threshold=0.0056:ratio=4:range=0.0316:attack=5:release=250:link=maximum"),
        // Less of what sounds hollow, more of what consonants live in.
        (.equalizer, "equalizer=f=300:t=q:w=1:g=-2,equalizer=f=3500:t=q:w=1:g=3"),
        // Above −20 dBFS three decibels become one, and all is 4 dB louder: what was at −14 dBFS stays there.
        (.compressor, "acompressor=threshold=0.1:ratio=3:attack=10:release=200:makeup=1.6:link=maximum"),
    ]

    /// - Parameters:
    ///   - parts: at least one of `VoiceProcessing.filters`; others are left alone.
    ///   - library: what is loaded; `nil` for the one that this was built for.
    /// - Throws: `system` when libavfilter is not there, naming its package, or does not have these filters.
    init(_ parts: VoiceProcessing, library: String? = nil) throws(AudioError) {
        let chain = Self.chains.filter { parts.contains($0.part) }.map(\.chain).joined(separator: ",")
        let library = library ?? String(cString: cavfilter_library())
        var reason: Int32 = 0
        guard let filter = cavfilter_open(library, chain, &reason) else {
            let words = parts.intersection(.filters).words.joined(separator: ", ")
            throw Int(reason) == Int(cavfilter_no_library)
                ? AudioError(
                    .system,
                    "the microphone processing \(words) needs \(library), which is not there: install the package "
                        + "libavfilter\(cavfilter_major()), or leave \(words) out")
                : AudioError(.system, "\(library) has not all that the microphone processing \(words) needs: leave it out")
        }
        self.filter = filter
    }

    deinit { cavfilter_close(filter) }

    /// Filters in place; where the library fails, what came in stays.
    func process(_ quantum: PlanarQuantum) {
        _ = cavfilter_process(filter, quantum.left, quantum.right, Int32(AudioFormat.quantumSampleFrames))
    }
}
