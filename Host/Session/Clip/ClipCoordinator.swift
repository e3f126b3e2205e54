import Codec
import Frames
import Picture
import Platform
import Synchronization

/// The clip that viewers see while nothing can be captured: has it prepared for each encoding, and gives it to them when all have it. Until then,
/// and where it fails, what stood before stays. Asked by any thread; `follow`, `apply` and `stop` are the session's thread's.
final class ClipCoordinator: Sendable {
    /// An encoding as it is now.
    struct Encoding: Sendable {
        let need: ClipJob.Need
        let thread: EncodingThread
    }

    /// What of its work people want to know.
    enum Change: Hashable, Sendable {
        case preparing(String)
        case ready(String)
        case failed(String)
        case notKept(String, why: String)
    }

    private struct State: Sendable {
        var number = 0
        /// Asked for, and not shown yet.
        var wanted: ClipChoice?
        var shown: ClipChoice?
        /// Of the one that was asked for last.
        var problem = ""
        var failed: ClipChoice?
        var job: ClipJob?
        var prepared: [Prepared: EncodedClip] = [:]
        var given: [Int: EncodedClip] = [:]
        /// Not tried again.
        var hopeless: Set<Prepared> = []
    }

    private struct Prepared: Hashable, Sendable {
        let choice: ClipChoice
        let need: ClipJob.Need
    }

    private let state = Mutex(State())
    private let worker = Mutex<Worker?>(nil)
    private let aspect: AspectMode
    private let decoder: DecoderSettings
    private let cache: ClipCache?
    private let report: @Sendable (ClipJob.Outcome) -> Void

    /// - Parameter report: gets what came of a job, from its thread; `apply` is to be called with it.
    init(
        _ first: ClipChoice?, aspect: AspectMode, decoder: DecoderSettings, cache: ClipCache? = .standard,
        report: @escaping @Sendable (ClipJob.Outcome) -> Void
    ) {
        (self.aspect, self.decoder, self.cache, self.report) = (aspect, decoder, cache, report)
        if let first { show(first) }
    }

    /// Has this one shown once it is prepared. Any thread.
    func show(_ choice: ClipChoice) {
        state.withLock { state in
            state.number += 1
            (state.wanted, state.problem, state.failed) = (choice == state.shown ? nil : choice, "", nil)
            state.hopeless = []
        }
    }

    /// Has none shown. Any thread.
    func clear() {
        state.withLock { state in
            state.number += 1
            (state.wanted, state.shown, state.problem, state.failed) = (nil, nil, "", nil)
        }
    }

    // MARK: The session's thread

    /// Looks what there is to do; as often as it likes.
    ///
    /// - Parameter encodings: whose encoders are open, of one canvas.
    func follow(_ encodings: [Encoding]) -> [Change] {
        var changes: [Change] = []
        let next = state.withLock { (state) -> ClipJob? in
            let choice = state.wanted ?? state.shown
            let missing =
                choice.map { choice in
                    encodings.map(\.need).filter { need in
                        let key = Prepared(choice: choice, need: need)
                        return state.prepared[key] == nil && !state.hopeless.contains(key)
                    }
                } ?? []
            if let job = state.job {
                if job.choice != choice || !Set(missing).isSubset(of: job.needs) { job.cancel() }
                give(encodings, &state)
                return nil
            }
            if missing.isEmpty, let wanted = state.wanted, !encodings.isEmpty {
                (state.shown, state.wanted) = (wanted, nil)
                changes.append(.ready(wanted.path))
            }
            give(encodings, &state)
            guard let choice, !missing.isEmpty else { return nil }
            do throws(SystemError) {
                state.job = try ClipJob(choice, for: missing, aspect: aspect, decoder: decoder, cache: cache)
            } catch { fail(choice, missing, "\(error)", &state, &changes) }
            if state.job != nil, choice == state.wanted { changes.append(.preparing(choice.path)) }
            return state.job
        }
        if let next { start(next) }
        return changes
    }

    /// What a job came to.
    @available(*, noasync)
    func apply(_ outcome: ClipJob.Outcome) -> [Change] {
        worker.withLock { worker in
            worker?.join()
            worker = nil
        }
        var changes: [Change] = []
        state.withLock { state in
            state.job = nil
            let choice = outcome.job.choice
            switch outcome.result {
            case .success(let clips):
                for (need, clip) in clips { state.prepared[Prepared(choice: choice, need: need)] = clip }
                if !outcome.notKept.isEmpty { changes.append(.notKept(choice.path, why: outcome.notKept)) }
            case .failure(let error) where error.code == .interrupted: break
            case .failure(let error): fail(choice, outcome.job.needs, error.message, &state, &changes)
            }
        }
        return changes
    }

    /// Ends what is under way, and waits for it.
    @available(*, noasync)
    func stop() {
        state.withLock { state in
            (state.wanted, state.shown) = (nil, nil)
            state.job?.cancel()
        }
        worker.withLock { worker in
            worker?.join()
            worker = nil
        }
    }

    private func start(_ job: ClipJob) {
        do throws(SystemError) {
            let made = try Worker(name: "clip", stackBytes: 2 << 20) { [report] in report(job.run()) }
            worker.withLock { $0 = made }
        } catch {
            report(ClipJob.Outcome(job: job, result: .failure(CodecError(.system, operation: "clip", message: "\(error)")), notKept: ""))
        }
    }

    private func fail(_ choice: ClipChoice, _ needs: [ClipJob.Need], _ text: String, _ state: inout State, _ changes: inout [Change]) {
        state.hopeless.formUnion(needs.map { Prepared(choice: choice, need: $0) })
        guard choice == state.wanted || choice == state.shown else { return }
        if choice == state.wanted { (state.wanted, state.failed) = (nil, choice) }
        state.problem = text
        changes.append(.failed(text))
    }

    /// Each encoding has what it is to show; what none of them needs any more is let go of.
    private func give(_ encodings: [Encoding], _ state: inout State) {
        let (shown, wanted) = (state.shown, state.wanted)
        state.prepared = state.prepared.filter { entry in
            [shown, wanted].contains(entry.key.choice) && encodings.contains { $0.need == entry.key.need }
        }
        var given: [Int: EncodedClip] = [:]
        for encoding in encodings {
            let clip = shown.flatMap { state.prepared[Prepared(choice: $0, need: encoding.need)] }
            if clip !== state.given[encoding.need.id] { encoding.thread.play(clip) }
            given[encoding.need.id] = clip
        }
        state.given = given
    }

    // MARK: Status

    /// `nil` where none was ever asked for, or it was cleared. Any thread.
    var status: SessionStatus.Clip? {
        state.withLock { state in
            guard let choice = state.wanted ?? state.failed ?? state.shown else { return nil }
            let phase =
                state.wanted != nil
                ? (state.job == nil ? SessionStatus.Clip.waiting : SessionStatus.Clip.preparing)
                : state.failed != nil ? SessionStatus.Clip.failed : SessionStatus.Clip.ready
            return SessionStatus.Clip(
                number: state.number, file: choice.path, fromSeconds: choice.from?.inSeconds ?? 0, toSeconds: choice.to?.inSeconds,
                isTrimmed: choice.isTrimmed, state: phase, percent: phase == SessionStatus.Clip.ready ? 100 : state.job?.percent ?? 0,
                problem: state.problem, shown: state.shown?.path ?? "")
        }
    }
}
