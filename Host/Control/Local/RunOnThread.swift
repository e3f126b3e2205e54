public import Platform

/// Runs a blocking body on a thread of its own until it returns. Cancelling the task calls `stop`, from any thread and
/// perhaps before `body` starts; the body should end soon after.
///
/// - Throws: `SystemError` when the system refuses another thread.
public func runOnThread(
    _ name: String, stop: @escaping @Sendable () -> Void, body: @escaping @Sendable () -> Void
) async throws(SystemError) {
    let ended = await withTaskCancellationHandler {
        await outcome(of: name, body)
    } onCancel: {
        stop()
    }
    try ended.get()
}

private func outcome(of name: String, _ body: @escaping @Sendable () -> Void) async -> Result<Void, SystemError> {
    do throws(SystemError) { return .success(try await Worker.run(name: name, body)) } catch { return .failure(error) }
}
