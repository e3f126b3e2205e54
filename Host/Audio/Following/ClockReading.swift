/// By how much the clock was ahead of the stream at one place of the stream, both in seconds.
struct ClockReading {
    let place: Double
    let ahead: Double
}
