import CMedia

/// Packets of pictures that were read on the way to audio, in their order. Belongs to the thread that decodes.
final class HeldPackets {
    private static let mostBytes = 8 << 20
    private static let mostPackets = 2000

    private var packets: [UnsafeMutablePointer<AVPacket>?] = []
    private var bytes = 0

    deinit { removeAll() }

    /// No more should be held.
    var isFull: Bool { bytes >= Self.mostBytes || packets.count >= Self.mostPackets }
    var count: Int { packets.count }

    /// Holds what `read` puts into a packet.
    /// - Returns: what `read` returns: false at the end.
    func add<Failure: Error>(_ read: (UnsafeMutablePointer<AVPacket>) throws(Failure) -> Bool) throws(Failure) -> Bool {
        var packet = av_packet_alloc()
        defer { av_packet_free(&packet) }
        guard let made = packet, try read(made) else { return false }
        bytes += Int(made.pointee.size)
        packets.append(made)
        packet = nil
        return true
    }

    /// Moves the first into `packet`, which is empty.
    /// - Returns: false where there is none.
    func takeFirst(into packet: UnsafeMutablePointer<AVPacket>) -> Bool {
        guard !packets.isEmpty else { return false }
        var first = packets.removeFirst()
        if let first { av_packet_move_ref(packet, first) }
        bytes -= Int(packet.pointee.size)
        av_packet_free(&first)
        return true
    }

    func removeAll() {
        for index in packets.indices { av_packet_free(&packets[index]) }
        packets.removeAll()
        bytes = 0
    }
}

extension HeldPackets {
    /// Audio is decoded so far ahead of the pictures: containers put it behind them by less.
    private static let aheadOfPictures = Duration.milliseconds(500)
    /// Until it is known where the audio is.
    private static let mostBeforeAudio = 100

    /// Reads on until the audio has come far enough beyond the newest picture.
    /// - Parameter read: fills the packet with the next one of the pictures; false at the end. Decodes the audio on the way.
    func readAhead<Failure: Error>(
        of picture: Duration?, _ track: AudioTrack, _ read: (UnsafeMutablePointer<AVPacket>) throws(Failure) -> Bool
    ) throws(Failure) {
        guard let picture else { return }
        while !isFull, track.position.map({ $0 < picture + Self.aheadOfPictures }) ?? (count < Self.mostBeforeAudio) {
            guard try add(read) else { return }
        }
    }
}
