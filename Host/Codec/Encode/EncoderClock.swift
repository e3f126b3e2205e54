import Platform

/// Ties `MediaTime` to an encoder's ticks: the first picture is tick 0, and ticks strictly increase.
struct EncoderClock {
    private var origin: MediaTime?
    private var last: (time: MediaTime, ticks: Int64)?

    /// Two pictures within one tick (11 µs) get neighbouring ticks.
    mutating func ticks(for time: MediaTime) throws(CodecError) -> Int64 {
        if let last, time <= last.time {
            throw CodecError(
                .outOfOrder, operation: "encode",
                message: "a picture \((last.time - time).inMilliseconds) ms older than the last one cannot be encoded")
        }
        let origin = origin ?? time
        self.origin = origin
        let ticks = max(Ticks.from(time - origin, in: Ticks.base), (last?.ticks ?? -1) + 1)
        last = (time, ticks)
        return ticks
    }

    func time(of ticks: Int64) -> MediaTime { (origin ?? .zero) + Ticks.span(ticks, in: Ticks.base) }
}
