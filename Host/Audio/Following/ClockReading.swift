/// By how much the clock was ahead of the stream at one time of the stream, both in seconds.
struct ClockReading {
    let streamTime: Double
    let ahead: Double
}
