import Codec
import Platform

extension Target {
    /// Gives a moment of this recording a name. Returns at once; the target's thread writes it. Any thread.
    public func add(_ mark: ChapterMark) {
        marks.withLock { $0.append(mark) }
        wakeup.signal()
    }

    /// What there is to tell of older files of this recording, once. Any thread.
    public func releaseNotes() -> [RecordingNote] { sink.releaseNotes() }

    /// Writes those that wait. The target's thread, once something was begun.
    func writeMarks() throws(DeliveryError) {
        let waiting = marks.withLock { marks in
            defer { marks.removeAll() }
            return marks
        }
        for mark in waiting { mark.outcome = try sink.add(mark.chapter, until: .now() + settings.stallLimit) }
    }
}
