import Synchronization

/// What a server's thread saw, for the test's.
public final class Notes<Value: Sendable>: Sendable {
    private let values = Mutex<[Value]>([])
    public init() {}
    public func add(_ value: Value) { values.withLock { $0.append(value) } }
    public var all: [Value] { values.withLock { $0 } }
}
