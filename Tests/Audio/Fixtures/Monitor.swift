import Platform

@testable import Audio

/// Records what a sink plays, apart from the mixer under test: an ear. Counts as another process.
@available(*, noasync)
final class Monitor {
    private let recording = MixRecording()
    private let ear: PulseMonitor
    private let mixer: Mixer

    init(of sink: String, server: String) throws {
        ear = PulseMonitor(of: sink, server: server)
        mixer = try Mixer { [recording] samples, time in recording.receive(samples, time) }
        try mixer.add(ear)
        try mixer.start()
        try ear.start()
    }

    func stop() {
        mixer.stop()
        ear.stop()
    }

    var status: AudioDeviceStatus { ear.status }
    /// How often the ear itself was without samples.
    var underruns: Int { ear.underruns }
    var quanta: Int { recording.quanta }
    func tail(seconds: Double) -> [Float] { recording.tail(seconds: seconds) }
    /// Of all that was ever recorded.
    var peak: Float { recording.all.left.reduce(0) { max($0, abs($1)) } }
    func recentPeak() -> Float { recording.recentPeak(quanta: 20) }
}

/// All that a sink plays, ourselves included.
final class PulseMonitor: AudioSource {
    private struct Plan: StreamPlan {
        let sink: String
        var subject: String { "ear" }
        var canLose: Bool { false }
        var crossFades: Bool { false }
        var interest: PulseInterest { .sinks }

        func ends(in inventory: AudioInventory, after last: AudioDevice?) throws(AudioError) -> [StreamEnd] {
            [.source(try AudioSinks.select(sink, from: inventory.sinks).monitor)]
        }
    }

    private let slots = RecordingSlots(name: "ear", count: 2)
    private let streams: KeptStreams

    init(of sink: String, server: String) { streams = KeptStreams(Plan(sink: sink), server: server, slots: slots) }

    var name: String { "ear" }
    var status: AudioDeviceStatus { streams.status }
    var underruns: Int { slots.statistics(status).underruns }
    func start() throws { try streams.start() }
    @available(*, noasync)
    func stop() { streams.stop() }
    func pull(_ time: MediaTime, isCatchingUp: Bool, into samples: UnsafeMutablePointer<Float>) {
        slots.pull(time, isCatchingUp: isCatchingUp, into: samples)
    }
}
