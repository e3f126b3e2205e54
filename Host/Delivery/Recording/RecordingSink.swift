import Codec
import Glibc
import Platform
import Protocols
import Synchronization

/// A recording: a file, or several, one after the other.
///
/// What is on disk plays at any time, whatever happens to this process: containers are written in pieces of a second, each of
/// which is the kernel's at once. Before the disk is full the recording ends, complete.
final class RecordingSink: PacketSink, @unchecked Sendable {
    // @unchecked: everything but `count` and the constants belongs to the target's thread.
    private let url: TargetURL
    private let overwrites: Bool
    private let count: ByteCount
    /// What may start a file: a picture where there are any.
    private var cuts = Packet.Kind.video
    private var streams: [StreamDescription] = []
    private var names: RecordingNames
    private var rule: CutRule
    private var diskGuard: DiskGuard
    /// What the streams come to at most.
    private let bitsPerSecond: Int
    private(set) var file: RecordingFile?
    private var muxer: Muxer?
    /// Of `count`, when the file at hand was begun.
    private var bytesBefore = 0
    /// Of its packets, and of those before its last key frame: an MP4 fragment is written when the next one comes.
    private var (offeredBytes, completeBytes) = (0, 0)
    /// When the packet written last is decoded.
    private var last = MediaTime.zero
    private var writer: ConnectionWriter?
    private let keeper: RecordingKeeper?
    private var nextTidying = MediaTime.zero
    private let notes = Mutex<[RecordingNote]>([])
    private var nextSync = MediaTime.zero
    private let current = CurrentConnection()
    /// The file at hand, or the last one.
    private let begun = Mutex<String?>(nil)
    private let syncInterval: Duration
    /// A file's end waits so long for the disk, which goes on by itself then.
    private static let syncLimit = Duration.seconds(1)

    /// - Parameter syncInterval: pieces go to the disk that often, where they are no longer than that.
    init(_ url: TargetURL, _ settings: TargetSettings, counting count: ByteCount, syncInterval: Duration = .seconds(1)) {
        (self.url, self.count, self.syncInterval) = (url, count, syncInterval)
        // A name that follows the time is never given twice: what has it is no old recording of that name.
        overwrites = settings.overwrites && !url.namesFollowTime
        names = RecordingNames(url.text, isSplit: settings.split != nil, pattern: url.namePattern)
        rule = CutRule(settings.split)
        (diskGuard, bitsPerSecond) = (DiskGuard(minFreeBytes: settings.minFreeBytes), settings.bitsPerSecond)
        keeper = settings.keep.map { Self.keeper($0, of: url, isSplit: settings.split != nil) }
    }

    static func keeper(_ keep: RecordingKeep, of url: TargetURL, isSplit: Bool) -> RecordingKeeper {
        RecordingKeeper(keep: keep, fingerprint: url.fingerprint) {
            if let pattern = url.namePattern { return pattern.files() }
            let names = RecordingNames(url.text, isSplit: isSplit)
            let prefix = url.text.contains("/") ? (url.folder == "/" ? "/" : url.folder + "/") : ""
            return fileNames(in: url.folder).map { prefix + $0 }.filter { names.isLater($0) }
        }
    }

    var bytesSent: Int { count.current }
    var link: LinkFigures { LinkFigures() }
    var fileName: String? { begun.withLock { $0 } }

    func open(_ url: TargetURL, until deadline: MediaTime, isWanted: () -> Bool) throws(DeliveryError) {
        if names.isTooLong {
            throw DeliveryError(
                .notWritable, "\(url): the name is too long: files that follow get a number; use \(RecordingNames.mostBytes) bytes at most")
        }
        let opened = try nextFile(until: deadline, isWanted: isWanted)
        guard let free = opened.connection.freeBytes, diskGuard.isTooFew(free) else {
            file = opened
            return
        }
        opened.close()
        throw DeliveryError(
            .diskFull,
            "\(url): the disk has \(ByteText.of(free)) left, and a recording ends at \(ByteText.of(diskGuard.minFreeBytes ?? 0)): make room")
    }

    /// A name that the user chose must be free; later ones, and those made of the time, give way to whatever has taken them meanwhile.
    private func nextFile(until deadline: MediaTime, isWanted: () -> Bool = { true }) throws(DeliveryError) -> RecordingFile {
        try names.beginFile(at: time(nil))
        return try names.openFile(replacing: overwrites, url.fingerprint, until: deadline, isWanted: isWanted)
    }

    func begin(_ streams: [StreamDescription], start: MediaTime, from first: MediaTime, until deadline: MediaTime) throws(DeliveryError) {
        self.streams = streams
        cuts = streams.contains { $0.kind == .video } ? .video : .audio
        try beginFile(at: first, until: deadline)
    }

    /// Each file begins at its own time 0.
    private func beginFile(at start: MediaTime, until deadline: MediaTime) throws(DeliveryError) {
        guard let file else { throw DeliveryError(.lost, "\(url) is not open") }
        (bytesBefore, offeredBytes, completeBytes) = (count.current, 0, 0)
        rule.beginFile(at: start)
        let writer = ConnectionWriter(file.connection, counting: count)
        self.writer = writer
        current.set(file.connection)
        nextSync = .now() + syncInterval
        try muxing(until: deadline) { () throws(CodecError) in
            muxer = try Muxer(url.container, streams: streams, start: start, takesChapters: true, into: writer)
        }
        try file.settle()
        begun.withLock { $0 = file.path }
        mark(file)
        tidy()
        if overwrites, names.isSplit, names.number == 1 { removeLeftovers() }
    }

    func write(_ packet: Packet, until deadline: MediaTime) throws(DeliveryError) -> Bool {
        let before = count.current
        if packet.kind == cuts, packet.isKeyframe {
            if rule.cuts(at: packet.dts, bytes: fileBytes(written: before - bytesBefore)) || isOther(packet) {
                try finishFile(until: deadline)
                file = try nextFile(until: deadline)
                if let picture = packet.stream { streams = streams.map { $0.kind == .video ? picture : $0 } }
                try beginFile(at: packet.dts, until: deadline)
            }
            completeBytes = offeredBytes
        }
        var isWritten = false
        offeredBytes += packet.byteCount
        last = packet.dts
        try muxing(until: deadline) { () throws(CodecError) in isWritten = try muxer?.writeWithTexts(packet) ?? false }
        if packet.kind == cuts, packet.isKeyframe {
            try syncPiece()
            if MediaTime.now() >= nextTidying { tidy() }
        }
        if diskGuard.isDue(written: count.current - before, at: .now()) { try checkRoom(until: deadline) }
        return isWritten
    }

    /// What the file comes to before a key frame, with the fragment that is not written yet and what the container adds.
    private func fileBytes(written: Int) -> Int {
        url.container == .mp4 ? offeredBytes + max(0, written - completeBytes) : max(written, offeredBytes)
    }

    /// Whether a picture is of another size or chroma than the file began with, or, in MP4, has another header: a new file begins with it.
    /// Not where it is made smaller for want of a link or of time, and never in a pipe.
    private func isOther(_ packet: Packet) -> Bool {
        guard let picture = packet.stream, let known = streams.first(where: { $0.kind == .video }), picture !== known, !picture.isReduced,
            writer?.isSeekable == true
        else { return false }
        let (facts, old) = (picture.facts, known.facts)
        let isResized = (facts.width, facts.height, facts.hasFullChroma) != (old.width, old.height, old.hasFullChroma)
        return isResized || url.container == .mp4 && !picture.hasHeader(of: known)
    }

    /// A pause lies in no file, and is no part of the time after which one is split.
    func skip(to next: MediaTime, until deadline: MediaTime) throws(DeliveryError) {
        try muxing(until: deadline) { () throws(CodecError) in try muxer?.skip(to: next) }
        rule.skip(from: last, to: next)
    }

    func add(_ chapter: Chapter, until deadline: MediaTime) throws(DeliveryError) -> ChapterOutcome {
        var outcome = ChapterOutcome.impossible
        try muxing(until: deadline) { () throws(CodecError) in outcome = try muxer?.add(chapter) ?? .impossible }
        return outcome
    }

    /// What lies before a key frame is a piece that plays.
    private func syncPiece() throws(DeliveryError) {
        guard MediaTime.now() >= nextSync else { return }
        nextSync = .now() + syncInterval
        try file?.syncPiece()
    }

    func releaseNotes() -> [RecordingNote] {
        notes.withLock { notes in
            defer { notes.removeAll() }
            return notes
        }
    }

    /// By this the file is known as one of this recording, now and later: without `--keep` too, since that may be asked for next time.
    private func mark(_ file: RecordingFile) {
        let mark = RecordingMark.value(url.fingerprint, of: file.path)
        guard !file.connection.setAttribute(RecordingMark.attribute, mark), keeper != nil else { return }
        let note = RecordingNote.notKept("the disk of \(file.path) keeps no attributes by which the file is known later")
        notes.withLock { $0.append(note) }
    }

    /// What is older than it may be goes.
    private func tidy() {
        guard let keeper, let file else { return }
        nextTidying = .now() + RecordingKeeper.interval
        let found = keeper.tidy(current: file.path, at: time(nil))
        notes.withLock { $0 += found }
    }

    private func checkRoom(until deadline: MediaTime) throws(DeliveryError) {
        guard let file, let free = file.connection.freeBytes else { return }
        guard diskGuard.isTooFew(free) else {
            guard let left = diskGuard.filling(free, bitsPerSecond: bitsPerSecond) else { return }
            return notes.withLock { $0.append(.diskFilling(file.path, freeBytes: free, left: left)) }
        }
        try finishFile(until: deadline)
        throw DeliveryError(
            .diskFull,
            "\(file.path): the disk has \(ByteText.of(free)) left, less than the \(ByteText.of(diskGuard.minFreeBytes ?? 0)) that stay free: "
                + "the recording ends here, complete")
    }

    private func finishFile(until deadline: MediaTime) throws(DeliveryError) {
        defer { abandon(until: .zero) }
        try muxing(until: deadline) { () throws(CodecError) in try muxer?.finish() }
        // What was never begun has nothing to put onto a disk.
        if muxer != nil { try file?.finish(until: min(deadline, .now() + Self.syncLimit)) }
    }

    func finish(until deadline: MediaTime) throws(DeliveryError) { try finishFile(until: deadline) }

    func abandon(until deadline: MediaTime) {
        muxer = nil
        file?.close()
        (file, writer) = (nil, nil)
        current.clear()
    }

    func interrupt(by time: MediaTime) { current.interrupt(by: time) }
    func end(by time: MediaTime) { current.end(by: time) }

    private func muxing(until deadline: MediaTime, _ body: () throws(CodecError) -> Void) throws(DeliveryError) {
        writer?.deadline = deadline
        try muxing(for: url, body)
    }

    /// A recording that is replaced is replaced whole: none of its parts shall follow ours. A file is no part of it by its name alone, which
    /// a year may end too.
    private func removeLeftovers() {
        let folder = url.text.lastIndex(of: "/").map { String(url.text[...$0]) } ?? ""
        for path in fileNames(in: folder.isEmpty ? "." : folder).map({ folder + $0 })
        where names.isLater(path) && RecordingMark.facts(path, url.fingerprint) != nil {
            unlink(path)
        }
    }
}
