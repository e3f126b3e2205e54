extension Worker {
    /// Runs blocking work on a thread of its own and suspends the caller meanwhile: the bridge from the control plane,
    /// whose cooperative threads must never block.
    ///
    /// - Throws: `SystemError` when the system refuses another thread.
    public static func run<Result: Sendable>(
        name: String, _ body: @escaping @Sendable () -> Result
    ) async throws(SystemError) -> Result {
        let box = WorkerBox()
        let outcome: Swift.Result<Result, SystemError> = await withCheckedContinuation { continuation in
            do throws(SystemError) {
                box.worker = try Worker(name: name) { continuation.resume(returning: .success(body())) }
            } catch { continuation.resume(returning: .failure(error)) }
        }
        box.finish()
        return try outcome.get()
    }
}

/// Holds the worker while its caller is suspended.
private final class WorkerBox: @unchecked Sendable {
    // @unchecked: written before the suspension, read after it.
    var worker: Worker?

    /// The body has returned: joining waits for the few instructions that are left of the thread.
    func finish() {
        worker?.join()
        worker = nil
    }
}
