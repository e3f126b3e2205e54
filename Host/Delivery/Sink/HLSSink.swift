import AppGroup
import Codec
import Glibc

/// A directory with a live playlist and its MPEG-TS segments, each starting at a key frame; without a picture,
/// at the first sound after a key frame's interval.
///
/// A segment is listed when it is complete; the playlist is replaced in one step; segments that fell off the list are
/// deleted a little later. Files of an earlier broadcast with the same playlist name are overwritten or removed.
final class HLSSink: PacketSink, @unchecked Sendable {
    // @unchecked: everything but `count` belongs to the target's thread.
    private let url: TargetURL
    private let directory: String
    private let stem: String
    private let shortest: Duration
    /// What may start a segment: a picture where there are any.
    private let cuts: Packet.Kind
    private let count: ByteCount
    private var playlist: Playlist
    private var number = 0
    private var segment: (writer: ConnectionWriter, name: String, start: MediaTime)?
    private let pipe = SegmentPipe()
    private var muxer: Muxer?
    private var isAfterGap = false
    private var lastEnd = MediaTime.zero
    private var lastPicture: MediaTime?

    /// - Parameters:
    ///   - shortest: a key frame earlier than this after the segment's first does not start a new one.
    ///   - length: segments in the playlist.
    ///   - keyframeInterval: the segments' length to be expected; without pictures, the one they get.
    init(
        _ url: TargetURL, shortest: Duration = .seconds(1), length: Int = 6, keyframeInterval: Duration = .seconds(2), hasPictures: Bool = true,
        counting count: ByteCount
    ) {
        (self.url, self.count) = (url, count)
        let slash = url.text.lastIndex(of: "/")
        directory = slash.map { String(url.text[...$0]) } ?? ""
        let name = slash.map { String(url.text[url.text.index(after: $0)...]) } ?? url.text
        stem = String(name.dropLast(".m3u8".count))
        self.shortest = hasPictures ? shortest : max(shortest, keyframeInterval)
        cuts = hasPictures ? .video : .audio
        playlist = Playlist(length: length, expecting: max(shortest, keyframeInterval))
    }

    var bytesSent: Int { count.current }
    var line: LineFigures { LineFigures() }

    func open(_ url: TargetURL, until deadline: MediaTime, isWanted: () -> Bool) throws(DeliveryError) {
        guard number == 0 else { return }
        removeLeftovers()
    }

    func begin(_ streams: [StreamDescription], start: MediaTime, from first: MediaTime, until deadline: MediaTime) throws(DeliveryError) {
        // The tables come first, so the first segment's file has to be there.
        try startSegment(at: first)
        try muxing { () throws(CodecError) in muxer = try Muxer(.mpegts, streams: streams, start: start, from: first, into: pipe) }
    }

    func write(_ packet: Packet, until deadline: MediaTime) throws(DeliveryError) -> Bool {
        guard let muxer, let segment else { return false }
        if packet.kind == cuts, packet.isKeyframe, packet.pts - segment.start >= shortest {
            try muxing { () throws(CodecError) in try muxer.flush() }
            try finishSegment(at: packet.pts)
            muxer.repeatTables()
            try startSegment(at: packet.pts)
        }
        var isWritten = false
        try muxing { () throws(CodecError) in isWritten = try muxer.write(packet) }
        note(packet)
        return isWritten
    }

    func finish(until deadline: MediaTime) throws(DeliveryError) {
        defer { abandon(until: deadline) }
        guard let muxer, segment != nil else { return }
        try muxing { () throws(CodecError) in try muxer.finish() }
        try close(at: lastEnd)
        try publish(isEnded: true)
    }

    func abandon(until deadline: MediaTime) {
        muxer = nil
        segment?.writer.connection.close(until: deadline)
        pipe.writer = nil
        segment = nil
        isAfterGap = true
    }

    /// Nothing here waits for anyone but the disk.
    func interrupt(by time: MediaTime) {}
    func end(by time: MediaTime) {}

    private func muxing(_ body: () throws(CodecError) -> Void) throws(DeliveryError) {
        do throws(CodecError) { try body() } catch { throw DeliveryError(muxing: error, for: url) }
    }

    /// How far the media reaches; a picture is taken to last as long as the one before it.
    private func note(_ packet: Packet) {
        var span = packet.duration
        if packet.kind == .video {
            if let lastPicture { span = max(span, packet.pts - lastPicture) }
            lastPicture = packet.pts
        }
        lastEnd = max(lastEnd, packet.pts + span)
    }

    private func startSegment(at start: MediaTime) throws(DeliveryError) {
        let name = "\(stem)-\(padded(number)).ts"
        number += 1
        let file = FileConnection(path: directory + name, overwrites: true)
        try file.open(until: start)
        let writer = ConnectionWriter(file, counting: count)
        pipe.writer = writer
        segment = (writer, name, start)
    }

    private func finishSegment(at end: MediaTime) throws(DeliveryError) {
        try close(at: end)
        try publish(isEnded: false)
    }

    private func close(at end: MediaTime) throws(DeliveryError) {
        guard let segment else { return }
        segment.writer.connection.close(until: end)
        let entry = Playlist.Segment(name: segment.name, span: end - segment.start, isDiscontinuity: isAfterGap)
        isAfterGap = false
        if let old = playlist.append(entry) { unlink(directory + old) }
        self.segment = nil
    }

    /// Written beside and renamed, so that no reader sees half a playlist.
    private func publish(isEnded: Bool) throws(DeliveryError) {
        let path = directory + stem + ".m3u8"
        let file = FileConnection(path: path + ".tmp", overwrites: true)
        try file.open(until: .zero)
        var failure: DeliveryError?
        var text = playlist.text(isEnded: isEnded)
        text.withUTF8 { text in
            do throws(DeliveryError) { try file.write(UnsafeRawBufferPointer(text), until: .zero) } catch { failure = error }
        }
        file.close(until: .zero)
        if let failure { throw failure }
        do throws(SystemError) { try systemCall("rename") { rename(path + ".tmp", path) } } catch {
            throw DeliveryError(.notWritable, "\(path) cannot be replaced: \(error.reason)")
        }
    }

    private func padded(_ number: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, 6 - digits.count)) + digits
    }

    /// An old playlist would send players to segments that are being overwritten.
    private func removeLeftovers() {
        unlink(directory + stem + ".m3u8")
        for name in fileNames(in: directory.isEmpty ? "." : directory) {
            guard name.hasPrefix(stem + "-"), name.hasSuffix(".ts") else { continue }
            let digits = name.dropFirst(stem.count + 1).dropLast(3)
            if digits.count >= 6, digits.allSatisfy({ $0.isASCII && $0.isNumber }) { unlink(directory + name) }
        }
    }
}

/// The one muxer's bytes into whichever segment is open.
private final class SegmentPipe: ByteSink {
    var writer: ConnectionWriter?
    var isSeekable: Bool { false }
    func write(_ bytes: UnsafeRawBufferPointer) throws { try writer?.write(bytes) }
    func seek(toByte offset: Int) throws {}
}
