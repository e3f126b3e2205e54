import FilterGraphs

/// The filters of libavfilter that a microphone passes, on both channels alike. Made on a control thread, used on the mixer's. Nothing of
/// what comes out is later than what went in.
///
/// Unlike the rest of the mixer, libavfilter allocates a few hundred bytes for each quantum, as the encoders on the same thread do.
final class FilterGraph: @unchecked Sendable {
    // @unchecked: belongs to the mixer's thread once made.
    private let graph: AudioGraph

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
        let words = parts.intersection(.filters).words.joined(separator: ", ")
        do throws(GraphError) { graph = try AudioGraph(chain, library: library) } catch {
            switch error {
            case .noLibrary(let name, let package):
                throw AudioError(
                    .system,
                    "the microphone processing \(words) needs \(name), which is not there: install the package \(package), or leave \(words) out")
            case .noChain(let name): throw AudioError(.system, "\(name) has not all that the microphone processing \(words) needs: leave it out")
            }
        }
    }

    /// Filters in place; where the library fails, what came in stays.
    func process(_ quantum: PlanarQuantum) {
        _ = graph.process(quantum.left, quantum.right, count: AudioFormat.quantumSampleFrames)
    }
}
