/// A question about all that there is under way: what has been answered so far.
struct PulseListing {
    var isUnderWay = false
    /// Something changed while the answer was coming: ask again.
    var isStale = false
    var defaultSource = ""
    var defaultSink = ""
    var inventory = AudioInventory()
    /// What is still to be asked for.
    var remaining: PulseInterest = []
}
