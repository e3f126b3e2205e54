import Audio
import Codec
import Platform
import Synchronization

/// The end of the path of the audio: the mix into packets, by one encoder, or by two where the targets take different codecs.
///
/// `encode` and `finish` belong to the mixer's thread; everything else may be asked by any.
final class AudioEncoding: @unchecked Sendable {
    // @unchecked: the encoders are used by the mixer's thread alone once it runs; the rest is constant or atomic.

    /// What the encoders make, in the order of their settings.
    let streams: [StreamDescription]
    private let encoders: [AudioEncoder]
    /// Of single sources.
    private let tracks: [String: AudioEncoder]
    private let offer: @Sendable (Packet) -> Void
    private let bytes = Atomic<UInt64>(0)
    private let failures = Atomic<UInt64>(0)

    /// - Parameters:
    ///   - settings: one for each encoder, of different codecs.
    ///   - tracks: sources that are encoded for themselves too, as the first of the settings says.
    ///   - offer: takes each packet on the mixer's thread; must not wait.
    init(_ settings: [AudioSettings], tracks names: [String] = [], offer: @escaping @Sendable (Packet) -> Void) throws(SessionError) {
        var encoders: [AudioEncoder] = []
        var tracks: [AudioEncoder] = []
        do throws(CodecError) {
            for settings in settings { encoders.append(try AudioEncoder(settings, title: names.isEmpty ? nil : StreamPlan.mix)) }
            for (index, name) in names.enumerated() { tracks.append(try AudioEncoder(settings[0], track: index + 1, title: name)) }
        } catch {
            throw SessionError(.failed, "sound: \(error.message)", cause: error)
        }
        (self.encoders, self.offer) = (encoders, offer)
        streams = (encoders + tracks).map(\.stream)
        self.tracks = Dictionary(uniqueKeysWithValues: zip(names, tracks))
    }

    /// Encodes one quantum of the mix, as `Mixer.Delivery` brings it.
    func encode(_ samples: UnsafePointer<Float>, at time: MediaTime) {
        let quantum = UnsafeBufferPointer(start: samples, count: AudioFormat.quantumSampleFrames * AudioFormat.channels)
        for encoder in encoders {
            do throws(CodecError) { try encoder.encode(quantum, at: time, emit: handOn) } catch { failures.add(1, ordering: .relaxed) }
        }
    }

    /// How many quanta of the mix have to come until there is another packet. As `Mixer.Patience`.
    var patience: Int {
        let missing = encoders.map(\.missing).min() ?? 1
        return max(1, (missing + AudioFormat.quantumSampleFrames - 1) / AudioFormat.quantumSampleFrames)
    }

    /// Encodes one quantum of a source that has a track, as the mixer brings it.
    func encode(_ samples: UnsafePointer<Float>, of source: String, at time: MediaTime) {
        let quantum = UnsafeBufferPointer(start: samples, count: AudioFormat.quantumSampleFrames * AudioFormat.channels)
        do throws(CodecError) { try tracks[source]?.encode(quantum, at: time, emit: handOn) } catch { failures.add(1, ordering: .relaxed) }
    }

    /// Hands on what the encoders hold. The last call, when the mixer has stopped.
    func finish() {
        for encoder in encoders + tracks.values {
            do throws(CodecError) { try encoder.flush(emit: handOn) } catch { failures.add(1, ordering: .relaxed) }
        }
    }

    /// Of all encoders together, since the start.
    var encodedBytes: UInt64 { bytes.load(ordering: .relaxed) }
    /// Quanta that could not be encoded.
    var failed: UInt64 { failures.load(ordering: .relaxed) }

    private func handOn(_ packet: Packet) {
        bytes.add(UInt64(packet.byteCount), ordering: .relaxed)
        offer(packet)
    }
}
