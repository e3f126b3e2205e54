import Codec

/// What the music player does next: a value, without threads or clocks. Tracks are known by number, in the order of `play`.
struct MusicMachine {
    enum Event {
        case play(Int)
        case pause
        case resume
        case stop
        /// Enough of it is decoded to begin.
        case ready(Int)
        /// It was heard to its last sample.
        case finished(Int)
        case failed(Int, CodecError)
    }

    enum Action: Equatable {
        case open(Int)
        /// To the mixer, in place of the one that is there.
        case handOver(Int)
        case transport(Transport)
        /// Decodes no more, and goes when the mixer has let go of it.
        case end(Int)
    }

    /// What the mixer's thread is told.
    enum Transport: UInt8, Equatable {
        case stopped, playing, paused
    }

    private(set) var opening: Int?
    /// Playing or paused.
    private(set) var heard: Int?
    private(set) var lastError: CodecError?
    private var isPaused = false
    /// What `pause` and `resume` said last; the track that is opening begins so.
    private var wantsToPlay = true
    /// When nothing is heard.
    private var rest = MusicState.stopped

    var state: MusicState {
        if opening != nil { return .opening }
        if heard != nil { return isPaused ? .paused : .playing }
        return rest
    }

    /// Whether `pause` or `resume` would mean anything.
    var isBusy: Bool { opening != nil || heard != nil }

    mutating func handle(_ event: Event) -> [Action] {
        switch event {
        case .play(let id): return play(id)
        case .pause, .resume: return setTransport(event)
        case .stop: return stop()
        case .ready(let id): return begin(id)
        case .finished(let id):
            guard id == heard else { return [] }
            return rest(.finished)
        case .failed(let id, let error): return fail(id, error)
        }
    }

    private mutating func play(_ id: Int) -> [Action] {
        let given = opening
        (opening, lastError) = (id, nil)
        // A new track is asked for to be heard; one that is paused stays so until that is ready.
        if heard == nil { isPaused = false }
        wantsToPlay = true
        return (given.map { [.end($0)] } ?? []) + [.open(id)]
    }

    private mutating func setTransport(_ event: Event) -> [Action] {
        if case .pause = event { wantsToPlay = false } else { wantsToPlay = true }
        guard heard != nil else { return [] }
        isPaused = !wantsToPlay
        return [.transport(isPaused ? .paused : .playing)]
    }

    private mutating func begin(_ id: Int) -> [Action] {
        guard id == opening else { return [.end(id)] }
        let old = heard
        (opening, heard, isPaused) = (nil, id, !wantsToPlay)
        return [.handOver(id), .transport(isPaused ? .paused : .playing)] + (old.map { [.end($0)] } ?? [])
    }

    private mutating func fail(_ id: Int, _ error: CodecError) -> [Action] {
        if id == opening {
            (opening, lastError) = (nil, error)
            if heard == nil { rest = .failed } else { wantsToPlay = !isPaused }
            return [.end(id)]
        }
        guard id == heard else { return [] }
        lastError = error
        return rest(.failed)
    }

    private mutating func rest(_ state: MusicState) -> [Action] {
        let gone = heard
        (heard, rest) = (nil, state)
        return [.transport(.stopped)] + (gone.map { [.end($0)] } ?? [])
    }

    private mutating func stop() -> [Action] {
        let given = opening
        (opening, lastError, isPaused) = (nil, nil, false)
        return (given.map { [.end($0)] } ?? []) + rest(.stopped)
    }
}
