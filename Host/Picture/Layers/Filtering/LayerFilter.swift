public import Frames

/// Changes the picture of one layer before it is composed. Belongs to one thread at a time, as the `Composition` that calls it.
public protocol LayerFilter: AnyObject {
    /// Whether what it makes can be seen through: then it gets a matte to fill.
    var hasMatte: Bool { get }

    /// Brings the filtered picture up to date with the layer's, which has the same size.
    ///
    /// - Parameters:
    ///   - changed: what differs since the last call; `nil` for all, whatever there was before, and always where the size is another.
    ///   - filtered: what it made the last time, unless `changed` is `nil`. Its full chroma is made by the caller.
    /// - Returns: what of the filtered picture may be different; `nil` for all.
    func filter(_ picture: I420View, changed: Damage?, into filtered: I420View, matte: Matte?) -> Damage?
}
