package import Codec
package import Platform
package import Protocols

/// Where a target's packets become bytes: one container on one connection, or a directory of segments.
///
/// All calls belong to the target's thread, except `end`, `interrupt`, `bytesSent` and `link`.
package protocol PacketSink: AnyObject, Sendable {
    /// Bytes handed on since the beginning, all connections together.
    var bytesSent: Int { get }
    /// What leaves at once, of the stream's time: a segment. Zero where each packet leaves by itself.
    var batch: Duration { get }
    /// What is known of the link; nothing where there is none.
    var link: LinkFigures { get }
    /// The file that is written, or was written last; `nil` for what is no recording. Any thread.
    var fileName: String? { get }
    /// What there is to tell of older files, once. Any thread.
    func releaseNotes() -> [RecordingNote]
    /// Whether some of what was written since `open` has left; the target's thread.
    var hasSentMedia: Bool { get }
    /// Connects to `url`. Nothing is sent.
    /// - Parameter isWanted: asked once when `interrupt` would break off what comes; false makes it fail with `.lost` at once.
    func open(_ url: TargetURL, until deadline: MediaTime, isWanted: () -> Bool) throws(DeliveryError)
    /// Writes fresh headers.
    /// - Parameters:
    ///   - start: what is time 0, the same for every connection.
    ///   - first: when the key frame that comes next is decoded; what lies before it is left out.
    func begin(_ streams: [StreamDescription], start: MediaTime, from first: MediaTime, until deadline: MediaTime) throws(DeliveryError)
    /// False when the packet was left out.
    func write(_ packet: Packet, until deadline: MediaTime) throws(DeliveryError) -> Bool
    /// When `look` is to be called if no packet comes before; `nil` for not at all.
    var due: MediaTime? { get }
    /// No packet came until `due`, which is later afterwards.
    func look(at now: MediaTime, until deadline: MediaTime) throws(DeliveryError)
    /// Leaves out the time until `next`: what comes plays on without a hole. Where that cannot be, players see one.
    func skip(to next: MediaTime, until deadline: MediaTime) throws(DeliveryError)
    /// Gives the moment a name, where what is written has a place for it.
    func add(_ chapter: Chapter, until deadline: MediaTime) throws(DeliveryError) -> ChapterOutcome
    /// Writes what belongs at the end and closes.
    func finish(until deadline: MediaTime) throws(DeliveryError)
    /// Closes without an ending, as after an error.
    func abandon(until deadline: MediaTime)
    /// Breaks off at `time` what blocks now; the next `open` is not meant. Any thread.
    func interrupt(by time: MediaTime)
    /// From now on no call blocks past `time`. Any thread.
    func end(by time: MediaTime)
    /// As `Connection`'s, for this connection and those to come. Any thread.
    func expect(bitsPerSecond: Int)
}

extension PacketSink {
    package func expect(bitsPerSecond: Int) {}
    package var batch: Duration { .zero }
    package var fileName: String? { nil }
    package func releaseNotes() -> [RecordingNote] { [] }
    package func add(_ chapter: Chapter, until deadline: MediaTime) throws(DeliveryError) -> ChapterOutcome { .impossible }
    /// Where nothing is held back.
    package var hasSentMedia: Bool { true }

    package var due: MediaTime? { nil }
    package func look(at now: MediaTime, until deadline: MediaTime) throws(DeliveryError) {}
    package func skip(to next: MediaTime, until deadline: MediaTime) throws(DeliveryError) {}
}

extension PacketSink {
    /// What a muxer does, with its errors as those of the target.
    func muxing(for url: TargetURL, _ body: () throws(CodecError) -> Void) throws(DeliveryError) {
        do throws(CodecError) { try body() } catch { throw DeliveryError(muxing: error, for: url) }
    }
}
