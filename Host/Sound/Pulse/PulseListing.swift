/// A question about devices under way: what has been answered so far.
struct PulseListing {
    var isUnderWay = false
    /// Something changed while the answer was coming: ask again.
    var isStale = false
    var defaultName = ""
    var devices: [SoundDevice] = []
}
