public import Codec
import Glibc
public import Platform

/// Writing what is held into a file, while more comes.
extension ReplayBuffer {
    /// What was saved.
    public struct Saved: Hashable, Sendable {
        public let file: String
        public let span: Duration
        public let byteCount: Int
    }

    /// A disk that takes longer is given up.
    private static let limit = Duration.seconds(60)

    /// Saves the newest of what is held, from the key frame before; the clip begins at 0. Blocks as long as the disk takes: on a thread of
    /// the caller's own, any number at a time.
    ///
    /// - Parameters:
    ///   - url: a recording.
    ///   - streams: what the clip gets of what is held, the picture first.
    ///   - span: how much of it; `nil` for all.
    ///   - settings: of which `overwrites` and `minFreeBytes` count.
    /// - Throws: `.notNow` when nothing is held, `.badSetting` for what is no regular file, `.taken` for a file that is being
    ///   recorded, and what a recording throws; no part of a clip is left behind then.
    @available(*, noasync)
    public func save(
        to url: TargetURL, streams: [StreamDescription], last span: Duration?, _ settings: TargetSettings
    ) throws(DeliveryError) -> Saved {
        let codings = Set(streams.map(\.coding))
        let packets = packets(last: span).filter { codings.contains($0.coding) }
        let isWithPicture = streams.contains { $0.kind == .video }
        guard let first = packets.firstIndex(where: { !isWithPicture || $0.kind == .video && $0.isKeyframe }) else {
            throw DeliveryError(.notNow, "there is nothing to save yet: the replay holds no key frame")
        }
        // The encoder may have been opened anew since the streams were described.
        let current = packets[first].stream.map { picture in streams.map { $0.kind == .video ? picture : $0 } } ?? streams
        do throws(DeliveryError) { return try write(packets[first...], current, to: url, settings) } catch {
            // A clip is there whole or not at all; what a recording says of its end does not hold.
            guard error.code == .diskFull, let reason = error.cause else { throw error }
            throw DeliveryError(.diskFull, "\(url): the disk is full, and nothing was saved: make room, or choose another folder", cause: reason)
        }
    }

    private func write(
        _ packets: ArraySlice<Packet>, _ streams: [StreamDescription], to url: TargetURL, _ settings: TargetSettings
    ) throws(DeliveryError) -> Saved {
        var facts = stat()
        guard url.namesFollowTime || stat(url.text, &facts) != 0 || facts.st_mode & S_IFMT == S_IFREG else {
            let what = facts.st_mode & S_IFMT == S_IFIFO ? "a pipe" : "no regular file"
            throw DeliveryError(.badSetting, "\(url) is \(what): a clip is written into a file; choose another name, such as clip.mkv")
        }
        let deadline = MediaTime.now() + Self.limit
        var names = RecordingNames(url.text, isSplit: false, pattern: url.namePattern)
        try names.beginFile(at: time(nil))
        let file = try names.openFile(
            replacing: settings.overwrites && !url.namesFollowTime, url.fingerprint, until: deadline, isWanted: { false })
        // What is not complete leaves nothing behind.
        defer { file.close() }
        let room = DiskGuard(minFreeBytes: settings.minFreeBytes)
        let needed = packets.reduce(0) { $0 + $1.byteCount }
        if let free = file.connection.freeBytes, room.isTooFew(free - needed) {
            throw DeliveryError(
                .diskFull, "\(url): the disk has \(ByteText.of(free)) left, and the clip needs \(ByteText.of(needed)): make room")
        }
        let (count, start) = (ByteCount(), packets[packets.startIndex].dts)
        let writer = ConnectionWriter(file.connection, counting: count)
        writer.deadline = deadline
        do throws(CodecError) {
            let muxer = try Muxer(url.container, streams: streams, start: start, into: writer)
            for packet in packets { _ = try muxer.writeWithTexts(packet) }
            try muxer.finish()
        } catch { throw DeliveryError(muxing: error, for: url) }
        try file.settle()
        try file.finish(until: deadline)
        return Saved(file: file.path, span: packets.last.map { max(.zero, $0.dts - start) } ?? .zero, byteCount: count.current)
    }
}
