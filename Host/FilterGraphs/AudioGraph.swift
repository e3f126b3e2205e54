import CAVFilter

/// A chain of libavfilter for stereo at 48 kHz. Made on any thread, used by one at a time. It allocates a few hundred bytes each time.
public final class AudioGraph: @unchecked Sendable {
    // @unchecked: one thread at a time, by contract.
    private let filter: OpaquePointer

    /// - Parameters:
    ///   - chain: as `ffmpeg -af` takes it; of filters that hold nothing back.
    ///   - library: what is loaded; `nil` for the one that this was built for.
    public init(_ chain: String, library: String? = nil) throws(GraphError) {
        var reason: Int32 = 0
        let library = library ?? GraphLibrary.name
        guard let filter = cavfilter_open(library, chain, &reason) else { throw GraphLibrary.error(reason, library) }
        self.filter = filter
    }

    deinit { cavfilter_close(filter) }

    /// Filters in place.
    ///
    /// - Returns: false where the library failed: what came in stays.
    public func process(_ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, count: Int) -> Bool {
        cavfilter_process(filter, left, right, Int32(clamping: count))
    }
}
