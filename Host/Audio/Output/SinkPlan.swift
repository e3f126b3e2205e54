/// One sink to play to: the default, or one by name.
struct SinkPlan: StreamPlan {
    let sink: String?

    var subject: String { "playback" }
    var canLose: Bool { sink != nil }
    var crossFades: Bool { false }
    var interest: PulseInterest { .sinks }

    func ends(in inventory: AudioInventory, after last: AudioDevice?) throws(AudioError) -> [StreamEnd] {
        [.sink(try AudioSinks.select(sink, from: inventory.sinks))]
    }
}
