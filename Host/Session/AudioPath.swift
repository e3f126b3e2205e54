import AppGroup
import Audio

/// The path of the audio: sources → controller and mixer → packets. The encoders run on the mixer's thread.
final class AudioPath: Sendable {
    let encoding: AudioEncoding
    let controller: AudioController

    /// - Parameters:
    ///   - directory: where other processes may push audio.
    ///   - onLead: told by how much the audio comes later from now on, because a source is to be heard earlier.
    ///   - onRefusal: told of those that were refused.
    init(
        _ configuration: SessionConfiguration, directory: GroupDirectory, encoding: AudioEncoding,
        onLead: @escaping @Sendable (Duration) -> Void, onRefusal: @escaping @Sendable (String) -> Void
    ) throws(SessionError) {
        self.encoding = encoding
        let recorder: @Sendable (String) -> Mixer.Delivery? = { id in
            guard configuration.singleTracks.contains(id) else { return nil }
            return { (samples, time) in encoding.encode(samples, of: id, at: time) }
        }
        do throws(AudioError) {
            controller = try AudioController(configuration, onLead: onLead, recorder: recorder, patience: { encoding.patience }) {
                encoding.encode($0, at: $1)
            }
        } catch { throw SessionError(.failed, "sound", from: error) }
        do throws(GroupError) { try controller.openServer(in: directory, onRefusal: onRefusal) } catch {
            throw SessionError(.group, error.message, cause: error)
        }
    }

    /// Starts sources and mixer. The first packet does not wait for any device.
    func start() throws(SessionError) {
        do throws(AudioError) { try controller.start() } catch { throw SessionError(.failed, "sound", from: error) }
    }

    @available(*, noasync)
    func stop() {
        controller.stop()
        encoding.finish()
    }
}
