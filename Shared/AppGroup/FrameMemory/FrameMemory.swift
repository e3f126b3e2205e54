public import Frames

/// Frame memory as the host owns it: a sealed memfd, its pages made at once (and so charged to the host), divided into slots.
///
/// The descriptor goes to the agent, which passes it to the server that draws. The host maps it for reading alone. An agent may
/// write into a slot while the host reads it: that spoils pixels, never memory safety, since the size is sealed.
/// Immutable after creation; any thread may read. Unmapped, emptied and closed with the last reference.
public final class FrameMemory: Sendable {
    private let pages: FramePages
    private let dispose: (@Sendable (FramePages) -> Void)?

    public var layout: FrameLayout { pages.layout }
    /// Owned by this object.
    public var descriptor: Int32 { pages.descriptor }

    /// Makes the memory. Takes milliseconds (it touches every page): never on a hot thread.
    ///
    /// - Throws: `GroupError.Code.badMemory` when the system has not that much.
    @available(*, noasync)
    public convenience init(layout: FrameLayout) throws(GroupError) {
        let pages = try FramePages(layout: layout)
        while try !pages.makeMore() {}
        self.init(pages)
    }

    /// - Parameters:
    ///   - pages: all of them made.
    ///   - dispose: is given the pages with the last reference, on whichever thread held it, since emptying them takes milliseconds.
    public init(_ pages: FramePages, dispose: (@Sendable (FramePages) -> Void)? = nil) { (self.pages, self.dispose) = (pages, dispose) }

    deinit { dispose?(pages) }

    /// The first pixel of a slot; valid while this object lives.
    public func pixels(ofSlot slot: Int) -> UnsafeRawPointer { pages.base + layout.offsetBytes(ofSlot: slot) }
}
