/// Tells how long the machine's processors were away between `start` and `stop`.
protocol ProcessorWatch: Sendable {
    /// nil where that cannot be told.
    var worst: Duration? { get }
    func start()
    func stop()
}

extension StallWatch: ProcessorWatch {}
