import AgentProtocol
import AppGroup
import Audio
import Foundation
import Synchronization
import Testing

@testable import Session

/// A socket in a group of its own, before a real mixer whose sound is kept.
final class PushFixture: Sendable {
    let directory: GroupDirectory
    let server: PushServer
    private let mixer: Mixer
    private let kept: Kept

    private final class Kept: Sendable {
        let left = Mutex<[Float]>([])
        let present = Mutex<[UInt32: (pushed: PushedSource, inMix: MixerSource)]>([:])
        let gone = Mutex<[(name: String, reason: String)]>([])
        let refused = Mutex<[String]>([])
    }

    init() throws {
        let kept = Kept()
        self.kept = kept
        directory = try GroupDirectory(GroupName("push-\(getpid())-\(UInt32.random(in: 0 ... .max))"), creating: true)
        // However late a busy machine makes it, it mixes all.
        let mixer = try Mixer(MixerSettings(catchUpLimit: .seconds(60))) { samples, _ in
            kept.left.withLock { left in for index in 0..<AudioFormat.quantumSampleFrames { left.append(samples[2 * index]) } }
        }
        self.mixer = mixer
        server = try PushServer(
            in: directory,
            PushServer.Hooks(
                onJoin: { pushed in
                    if pushed.name == "unwanted" { return "no one wants it" }
                    do {
                        let inMix = try mixer.add(pushed.source)
                        kept.present.withLock { $0[pushed.number] = (pushed, inMix) }
                        return nil
                    } catch { return "\(error)" }
                },
                onLeave: { pushed, reason in
                    if let place = kept.present.withLock({ $0.removeValue(forKey: pushed.number) }) { mixer.remove(place.inMix) }
                    kept.gone.withLock { $0.append((pushed.name, reason)) }
                },
                onRefusal: { words in kept.refused.withLock { $0.append(words) } }))
        try mixer.start()
        try server.start()
    }

    deinit {
        server.stop()
        mixer.stop()
        // The socket goes with the server, which outlives this line.
        unlink(directory.soundPath)
        if rmdir(directory.path) != 0 { Issue.record("\(directory.path) is not empty") }
    }

    func stopServer() { server.stop() }

    var left: [Float] { kept.left.withLock { $0 } }
    var present: [PushedSource] { kept.present.withLock { $0.values.map(\.pushed).sorted { $0.number < $1.number } } }
    var gone: [(name: String, reason: String)] { kept.gone.withLock { $0 } }
    var refused: [String] { kept.refused.withLock { $0 } }

    func pusher(_ name: String, _ format: PCMFormat = PushFixture.stereo, extra: String = "") throws -> Pusher {
        let pusher = try Pusher(directory)
        try pusher.send(AudioHello(format: format, name: name, extra: extra))
        return pusher
    }

    static let stereo = PCMFormat(.f32, sampleRateHertz: 48_000, channels: 2)!
}
