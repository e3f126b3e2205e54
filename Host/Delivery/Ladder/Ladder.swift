import Codec
public import Platform
import Synchronization

/// What the renditions of one master playlist share: where their segments begin, what time of day that is, and the master itself, which one
/// of them writes where all write. Any thread; nothing waits.
public final class Ladder: Sendable {
    /// Of the master playlist.
    public let url: TargetURL
    public let window: LadderWindow
    /// How long segments are.
    public let interval: Duration
    /// The newest of it, part by part; `nil` where it comes in whole segments alone.
    public let board: LadderBoard?
    /// How segments are encrypted; `nil` for not at all.
    let encryption: LadderEncryption?
    /// The master's name without its ending.
    package let stem: String
    /// When the first picture of all was shown; `nil` before.
    private let origin: @Sendable () -> MediaTime?
    private let state = Mutex(State())
    /// With so many segments of one rendition the master no longer waits for the others.
    private static let patience = 3

    private struct State {
        /// In the order in which they are listed.
        var renditions: [LadderRendition] = []
        var facts: [String: RenditionFacts] = [:]
        /// What the master says that was written last.
        var told: [String: RenditionFacts] = [:]
        var start: (grid: SegmentGrid, date: WallClock)?
        var hasBegun = false
        var isWriting = false
        var isChanged = false
    }

    /// - Parameters:
    ///   - url: of a playlist, in a folder or on a web server.
    ///   - interval: between two key frames of every rendition, which are shown at the same times.
    ///   - origin: when the first of them is shown, as soon as that is known; must not wait.
    ///   - lowLatency: what players get that are close behind; `nil` for whole segments alone. Not together with `encryption`.
    public init(
        _ url: TargetURL, window: LadderWindow, interval: Duration, lowLatency: LowLatency? = nil,
        encryption: LadderEncryption? = nil, origin: @escaping @Sendable () -> MediaTime?
    ) {
        precondition(lowLatency == nil || encryption == nil, "parts are not encrypted")
        (self.url, self.window, self.interval, self.encryption, self.origin) = (url, window, interval, encryption, origin)
        board = lowLatency.map { LadderBoard($0) }
        stem = url.playlistStem ?? ""
    }

    /// One more, which no other has the name of: also one that has left, when others have begun.
    ///
    /// - Parameter rank: behind those of a lower one and before those of a higher one, in the master.
    public func rendition(_ name: String, _ kind: LadderRendition.Kind, rank: Int = 0) -> LadderRendition {
        let made = LadderRendition(ladder: self, name: name, kind: kind, rank: rank)
        state.withLock { state in
            let index = state.renditions.firstIndex { $0.rank > rank } ?? state.renditions.endIndex
            state.renditions.insert(made, at: index)
        }
        return made
    }

    func forget(_ name: String) {
        state.withLock { state in
            state.renditions.removeAll { $0.name == name }
            (state.facts[name], state.told[name], state.isChanged) = (nil, nil, true)
        }
        board?.forget("\(stem)-\(name).m3u8")
    }

    func facts(of name: String) -> RenditionFacts? { state.withLock { $0.facts[name] } }

    /// Where segments begin; `nil` before the first picture.
    package var grid: SegmentGrid? { start?.grid }

    /// The time of day of a moment: of one line from the beginning on, the same in every playlist.
    package func date(of time: MediaTime) -> WallClock {
        guard let start else { return WallClock(at: time) }
        return WallClock(milliseconds: start.date.milliseconds + (time - start.grid.origin).inNanoseconds / 1_000_000)
    }

    /// Stands in the names of segments, so that none has the name of an earlier broadcast's.
    package var mark: String { start.map { "\($0.date.milliseconds / 1000)" } ?? "0" }

    private var start: (grid: SegmentGrid, date: WallClock)? {
        state.withLock { state in
            if state.start == nil, let time = origin() {
                state.start = (SegmentGrid(origin: time, interval: interval), WallClock(at: time))
            }
            return state.start
        }
    }

    /// The name of the master playlist's file.
    public var playlistName: String { stem + ".m3u8" }

    /// The path of a file in the folder of a ladder that is in one; `nil` for what is none of its own files.
    public func file(_ name: String) -> String? {
        guard case .hls = url.kind, name.hasPrefix(stem), !name.contains("/") else { return nil }
        return (url.text.lastIndex(of: "/").map { String(url.text[...$0]) } ?? "") + name
    }

    /// What playlists call the target duration, in whole seconds.
    ///
    /// - Parameter interval: how long segments are.
    public static func targetSeconds(of interval: Duration) -> Int { max(1, Int(clamping: interval.inSeconds.rounded(.up))) }

    /// Whether pictures have playlists of their key frames: no piece of an encrypted segment can be decrypted by itself.
    var hasKeyframes: Bool { encryption == nil }

    // MARK: The master

    /// Whether this is the first rendition that begins: a master of an earlier broadcast is in the way then.
    package func begin() -> Bool {
        state.withLock { state in
            defer { state.hasBegun = true }
            return !state.hasBegun
        }
    }

    /// A server that was away may come back without it: it is written with the next segment, whatever it says.
    func repeatMaster() { state.withLock { $0.isChanged = true } }

    /// A rendition has one more segment, which can be read.
    package func note(_ facts: RenditionFacts, of name: String) {
        state.withLock { if $0.renditions.contains(where: { $0.name == name }) { $0.facts[name] = facts } }
    }

    /// What the master is to say now; `nil` when nothing is to be written, or another rendition writes. `written` follows.
    package func dueMaster() -> String? {
        state.withLock { state in
            let known = state.renditions.filter { state.facts[$0.name] != nil }
            let isComplete = known.count == state.renditions.count
            guard !state.isWriting, isComplete || state.facts.values.contains(where: { $0.segments >= Self.patience }),
                known.contains(where: { $0.kind == .picture })
            else { return nil }
            let isNew = known.contains { rendition in
                guard let facts = state.facts[rendition.name] else { return false }
                return state.told[rendition.name].map { facts.differs(from: $0) } ?? true
            }
            guard isNew || state.isChanged else { return nil }
            state.isWriting = true
            state.isChanged = false
            for rendition in known { state.told[rendition.name] = state.facts[rendition.name] }
            return text(of: known, state.told)
        }
    }

    package func written(_ isGood: Bool) {
        state.withLock { state in
            state.isWriting = false
            if !isGood { state.isChanged = true }
        }
    }

    private func text(of renditions: [LadderRendition], _ facts: [String: RenditionFacts]) -> String {
        var master: (pictures: [MasterPlaylist.Picture], audio: [MasterPlaylist.Audio]) = ([], [])
        for rendition in renditions {
            guard let facts = facts[rendition.name] else { continue }
            let stem = "\(self.stem)-\(rendition.name)"
            switch rendition.kind {
            case .picture: master.pictures.append((stem, facts))
            case .audio(let name, let language, let isDefault): master.audio.append((stem, name, language, isDefault, facts))
            }
        }
        return MasterPlaylist(pictures: master.pictures, audio: master.audio, hasKeyframes: hasKeyframes).text
    }
}

extension Ladder: Hashable {
    public static func == (one: Ladder, other: Ladder) -> Bool { one === other }
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
