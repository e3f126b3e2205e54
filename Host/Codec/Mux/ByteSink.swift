/// Where a muxer's bytes go. Called on the muxer's thread, inside the muxer's calls.
public protocol ByteSink: AnyObject {
    /// Whether `seek` works: headers are completed at the end only then.
    var isSeekable: Bool { get }
    /// Takes all of the bytes or throws; they are the muxer's and valid during the call.
    func write(_ bytes: UnsafeRawBufferPointer) throws
    /// The next write lands at `offsetBytes` from the start.
    func seek(toByte offset: Int) throws
}
