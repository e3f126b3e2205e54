public import Codec
import Synchronization

/// A chapter on its way to one recording, and what becomes of it. Any thread.
public final class ChapterMark: Sendable {
    public let chapter: Chapter
    private let result = Mutex<ChapterOutcome?>(nil)

    public init(_ chapter: Chapter) { self.chapter = chapter }

    /// `nil` until the recording has come to it: a paused one comes to it when it goes on, or ends.
    public internal(set) var outcome: ChapterOutcome? {
        get { result.withLock { $0 } }
        set { result.withLock { $0 = newValue } }
    }
}
