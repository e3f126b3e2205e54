import AppGroup
import Sound

final class MusicPlayer: SoundSource {
    let name = "music"
    init() throws(SoundError) {}
    func pull(_ time: MediaTime, isCatchingUp: Bool, into samples: UnsafeMutablePointer<Float>) {}
    func play(_ a: String, isLooping: Bool) throws(SoundError) {}
    func pause() throws(SoundError) {}
    func resume() throws(SoundError) {}
    func stop() throws(SoundError) {}
    func end() {}
    func setLooping(_ b: Bool) {}
    var status: AudioStatus.Music {
        AudioStatus.Music(state: "stopped", url: "", positionSeconds: 0, durationSeconds: nil, isLooping: false, lastError: "", number: 0)
    }
}
