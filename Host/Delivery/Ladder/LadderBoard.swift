import Platform
import Synchronization

/// The newest of a ladder in memory, for the server that answers players as soon as there is more. Any thread.
public final class LadderBoard: Sendable {
    private struct State {
        /// By the name of their playlists.
        var renditions: [String: LiveRendition] = [:]
        var waiting: [Int: AsyncStream<Void>.Continuation] = [:]
        var newest = 0
    }

    /// What a request comes to.
    public enum Answer: Sendable {
        case playlist(String)
        case part([UInt8])
        /// Nothing that is kept here: a file of the ladder's folder, if it is one.
        case unknown
        /// What was asked for cannot be there soon.
        case tooFar
        /// It did not come in time.
        case late
    }

    let settings: LowLatency
    private let state = Mutex(State())

    init(_ settings: LowLatency) { self.settings = settings }

    /// The target's thread: changes what is known of a rendition, and wakes those who wait for that.
    func change(_ playlist: String, _ body: (inout LiveRendition) -> Void, orElse made: () -> LiveRendition) {
        let waiting = state.withLock { state in
            var rendition = state.renditions[playlist] ?? made()
            body(&rendition)
            state.renditions[playlist] = rendition
            return Array(state.waiting.values)
        }
        for continuation in waiting { continuation.yield() }
    }

    /// A rendition has left: what is asked of it is a file, if it is anything.
    func forget(_ playlist: String) { state.withLock { $0.renditions[playlist] = nil } }

    /// Waits, if it must, until a playlist has what was asked for, or a part is there.
    ///
    /// - Parameters:
    ///   - number: of a segment (`_HLS_msn`); `nil` for the playlist as it is.
    ///   - part: of that segment (`_HLS_part`).
    ///   - skips: old segments may be left out (`_HLS_skip`).
    public func answer(_ name: String, number: Int? = nil, part: Int? = nil, skips: Bool = false) async -> Answer {
        guard let limit = self.limit(name, number, part) else { return .unknown }
        guard limit > .zero else { return .tooFar }
        if let answer = now(name, number, part, skips) { return answer }
        let (changes, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let id = state.withLock { state in
            state.newest += 1
            state.waiting[state.newest] = continuation
            return state.newest
        }
        defer { state.withLock { $0.waiting[id] = nil } }
        // What came in between wakes no one.
        continuation.yield()
        let answer = await withTaskGroup(of: Answer?.self, returning: Answer?.self) { group in
            group.addTask {
                for await _ in changes { if let answer = self.now(name, number, part, skips) { return answer } }
                return nil
            }
            group.addTask {
                do { try await Task.sleep(for: limit) } catch { return nil }
                return .late
            }
            let first: Answer? = await group.next().flatMap { $0 }
            group.cancelAll()
            return first
        }
        return answer ?? .late
    }

    /// How long an answer may take: three target durations (RFC 8216bis, 6.2.5.2); zero for what is more than two segments away, `nil` for
    /// what is not of this ladder.
    private func limit(_ name: String, _ number: Int?, _ part: Int?) -> Duration? {
        state.withLock { state -> Duration? in
            guard let rendition = state.renditions[name] ?? state.renditions.values.first(where: { $0.part(name) != nil || $0.hint == name }) else {
                return nil
            }
            if let number, number > (rendition.playlist.lastNumber ?? 0) + 2 { return .zero }
            if part != nil, number == nil { return .zero }
            return .seconds(3 * rendition.playlist.targetSeconds)
        }
    }

    private func now(_ name: String, _ number: Int?, _ part: Int?, _ skips: Bool) -> Answer? {
        state.withLock { state -> Answer? in
            guard let rendition = state.renditions[name] else {
                return state.renditions.values.lazy.compactMap { $0.part(name) }.first.map { Answer.part($0.bytes) }
            }
            if let number, !rendition.has(number, part: part) { return nil }
            let others = state.renditions.filter { $0.key != name }.sorted { $0.key < $1.key }.map { (name: $0.key, newest: $0.value.newest) }
            return .playlist(rendition.text(skips: skips, others: others))
        }
    }
}
