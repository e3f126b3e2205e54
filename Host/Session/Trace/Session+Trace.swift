import Codec
public import Delivery
import Glibc
public import Platform

extension Session {
    /// How long a picture that changes is waited for, and then how long its targets are.
    private static let patience = (change: Duration.seconds(5), targets: Duration.seconds(5))

    @available(*, noasync)
    public func traceFrame() throws(DeliveryError) -> FrameTrace {
        guard intake != nil else { throw DeliveryError(.notNow, "this broadcast has no picture: it was started without") }
        let changed: Wakeup
        do throws(SystemError) { changed = try Wakeup() } catch { throw DeliveryError(.notNow, error.description) }
        let (trace, tracer) = (PacketTrace(changed: changed), picture.canvas.tracer)
        tracer.ask(trace)
        defer { tracer.withdraw(trace) }
        var deadline = MediaTime.now() + Self.patience.change
        while trace.time(of: .queued) == nil, changed.wait(until: deadline) {}
        guard trace.time(of: .queued) != nil else {
            throw DeliveryError(.notNow, "no picture changed within 5 s: the screen stands still, and a keep-alive has no capture to measure from")
        }
        let name = encodings.running.first { $0.id == trace.encodingID }?.name
        deadline = MediaTime.now() + Self.patience.targets
        while trace.sendings.count < targetsWithPicture(of: name), changed.wait(until: deadline) {}
        return FrameTrace(
            Self.parts(of: trace, encoding: name ?? ""), version: SessionStatus.programVersion, group: configuration.group.text, epoch: Self.epoch)
    }

    private func targetsWithPicture(of encoding: String?) -> Int {
        let withPicture = Set(targets.delays.map(\.id))
        return targets.statuses.count { $0.state == "live" && $0.encoding == encoding && withPicture.contains($0.id) }
    }

    /// From the monotonic clock to the time of day.
    private static var epoch: Duration {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        return .seconds(now.tv_sec) + .nanoseconds(now.tv_nsec) - .nanoseconds(MediaTime.now().nanoseconds)
    }

    private static func parts(of trace: PacketTrace, encoding: String) -> [FrameTrace.Part] {
        var parts: [FrameTrace.Part] = []
        var last = trace.time(of: .captured)
        func add(_ name: String, until point: PacketTrace.Point, _ attributes: [FrameTrace.Attribute] = []) {
            guard let start = last, let end = trace.time(of: point), end >= start else { return }
            parts.append(FrameTrace.Part(name, start, end, attributes))
            last = end
        }
        add("notice", until: .noticed)
        add("wait for the canvas", until: .converting)
        add("convert", until: .converted)
        // Where the encoding did not wait for it, there is none.
        let (composed, began) = (trace.time(of: .composed), trace.time(of: .encoding))
        if let composed, let began, composed <= began { add("compose", until: .composed) }
        add("wait for the encoder", until: .encoding)
        add("encode", until: .encoded, [.init("splitcast.encoding", encoding), .init("splitcast.bytes", "\(trace.byteCount)")])
        add("hand on", until: .queued)
        guard let queued = last else { return parts }
        for sending in trace.sendings.sorted(by: { $0.target < $1.target }) {
            let target = [FrameTrace.Attribute("splitcast.target", "\(sending.target)")]
            let ordered = sending.isOrdered ? max(queued, trace.time(of: .ordered) ?? queued) : queued
            if ordered > queued { parts.append(.init("wait for audio, target \(sending.target)", queued, ordered, target)) }
            let dequeued = max(ordered, sending.dequeued)
            parts.append(.init("queue of target \(sending.target)", ordered, dequeued, target))
            parts.append(.init("send to target \(sending.target)", dequeued, max(dequeued, sending.sent), target))
        }
        return parts
    }
}
