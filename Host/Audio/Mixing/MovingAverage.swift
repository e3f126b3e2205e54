/// The mean of the last values, starting from ones. Belongs to one thread; storage is made once.
struct MovingAverage: ~Copyable {
    private let values: UnsafeMutablePointer<Float>
    private let length: Int
    private var position = 0
    /// Exact for gains: a sum of floats of like size has room in a double.
    private var sum: Double

    init(length: Int) {
        self.length = length
        values = .allocate(capacity: length)
        values.initialize(repeating: 1, count: length)
        sum = Double(length)
    }

    deinit { values.deallocate() }

    mutating func push(_ value: Float) -> Float {
        sum += Double(value) - Double(values[position])
        values[position] = value
        position = position + 1 == length ? 0 : position + 1
        return Float(sum / Double(length))
    }
}
