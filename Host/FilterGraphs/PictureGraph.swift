import CAVFilter
public import Frames

/// A chain of libavfilter for I420 pictures of one size, BT.709 in limited range, with nothing converted on the way. Made on any thread, used by
/// one at a time. libavfilter allocates a picture each time.
public final class PictureGraph: @unchecked Sendable {
    // @unchecked: one thread at a time, by contract.
    private let filter: OpaquePointer
    public let size: PixelSize

    public struct Planes {
        public var luma, blue, red: UnsafeMutablePointer<UInt8>
        public var lumaStrideBytes: Int
        public var chromaStrideBytes: Int

        public init(
            luma: UnsafeMutablePointer<UInt8>, blue: UnsafeMutablePointer<UInt8>, red: UnsafeMutablePointer<UInt8>,
            lumaStrideBytes: Int, chromaStrideBytes: Int
        ) {
            (self.luma, self.blue, self.red) = (luma, blue, red)
            (self.lumaStrideBytes, self.chromaStrideBytes) = (lumaStrideBytes, chromaStrideBytes)
        }

        fileprivate var passed: cavpicture_planes {
            cavpicture_planes(plane: (luma, blue, red), stride: (lumaStrideBytes, chromaStrideBytes))
        }
    }

    /// - Parameters:
    ///   - chain: as `ffmpeg -vf` takes it; of filters that hold nothing back.
    ///   - library: what is loaded; `nil` for the one that this was built for.
    public init(_ chain: String, size: PixelSize, library: String? = nil) throws(GraphError) {
        var reason: Int32 = 0
        let library = library ?? GraphLibrary.name
        guard let filter = cavpicture_open(library, chain, Int32(clamping: size.width), Int32(clamping: size.height), &reason) else {
            throw GraphLibrary.error(reason, library)
        }
        (self.filter, self.size) = (filter, size)
    }

    deinit { cavpicture_close(filter) }

    /// Changes a setting of the filter of that name, as of the next picture.
    ///
    /// - Returns: false where it takes no such command.
    public func command(_ filterName: String, _ setting: String, _ value: String) -> Bool { cavpicture_command(filter, filterName, setting, value) }

    /// Filters a picture of the graph's size.
    ///
    /// - Parameters:
    ///   - rows: even; those that are wanted of it.
    ///   - planes: gets these rows, from its first on.
    /// - Returns: false where the library failed: nothing was written.
    public func process(_ picture: Planes, rows: Range<Int>, into planes: Planes) -> Bool {
        var (from, into) = (picture.passed, planes.passed)
        return cavpicture_process(filter, &from, &into, Int32(rows.lowerBound), Int32(rows.count))
    }
}
