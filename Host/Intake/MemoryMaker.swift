import AppGroup
import Frames
import Platform
import Synchronization

/// Makes frame memory, which takes up to seconds, and empties what is done with: on a thread of its own, so that an agent that attaches
/// does not wait for the memory of another. Of several memories a piece of each is made in turn.
final class MemoryMaker: Sendable {
    struct Made: Sendable {
        let generation: UInt32
        let result: Result<FramePages, GroupError>
    }

    private struct Job: Sendable {
        let generation: UInt32
        let layout: FrameLayout
        let onGone: @Sendable () -> Void
        var pages: FramePages?
    }

    private struct Inbox: Sendable {
        var jobs: [Job] = []
        var cancelled: Set<UInt32> = []
        var remains: [FramePages] = []
        var made: [Made] = []
    }

    private let inbox = Mutex(Inbox())
    let wakeup: Wakeup
    private let onMade: Wakeup

    /// - Parameter onMade: signalled when `takeMade` has something.
    init(onMade: Wakeup) throws(SystemError) {
        wakeup = try Wakeup()
        self.onMade = onMade
    }

    /// - Parameter onGone: called on any thread when this memory is the system's again, made or not.
    func make(_ layout: FrameLayout, for generation: UInt32, onGone: @escaping @Sendable () -> Void) {
        inbox.withLock { $0.jobs.append(Job(generation: generation, layout: layout, onGone: onGone)) }
        wakeup.signal()
    }

    /// The agent is gone.
    func cancel(_ generation: UInt32) {
        inbox.withLock { _ = $0.cancelled.insert(generation) }
        wakeup.signal()
    }

    func takeMade() -> [Made] {
        inbox.withLock { kept in
            defer { kept.made.removeAll() }
            return kept.made
        }
    }

    /// Any thread; does not wait.
    func dispose(_ pages: FramePages) {
        // Where the thread is just looking, the pages go here and now.
        guard inbox.withLockIfAvailable({ $0.remains.append(pages) }) != nil else { return }
        wakeup.signal()
    }

    /// The thread's body.
    @available(*, noasync)
    func run(isStopping: () -> Bool) {
        var jobs: [Job] = []
        while !isStopping() {
            let cancelled: Set<UInt32>
            var remains: [FramePages]
            (cancelled, remains) = inbox.withLock { kept in
                jobs += kept.jobs
                defer { (kept.jobs, kept.cancelled, kept.remains) = ([], [], []) }
                return (kept.cancelled, kept.remains)
            }
            remains.removeAll()
            for job in jobs where cancelled.contains(job.generation) && job.pages == nil { job.onGone() }
            jobs.removeAll { cancelled.contains($0.generation) }
            for index in jobs.indices { advance(&jobs[index]) }
            jobs.removeAll { $0.pages == nil }
            if jobs.isEmpty { _ = wakeup.wait() }
        }
    }

    /// Makes one more piece; without pages then the job is done.
    @available(*, noasync)
    private func advance(_ job: inout Job) {
        do throws(GroupError) {
            let pages: FramePages
            if let begun = job.pages { pages = begun } else { pages = try FramePages(layout: job.layout, onGone: job.onGone) }
            job.pages = pages
            guard try pages.makeMore() else { return }
            finish(&job, .success(pages))
        } catch { finish(&job, .failure(error)) }
    }

    private func finish(_ job: inout Job, _ result: Result<FramePages, GroupError>) {
        job.pages = nil
        inbox.withLock { $0.made.append(Made(generation: job.generation, result: result)) }
        onMade.signal()
    }
}
