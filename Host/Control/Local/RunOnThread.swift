public import AppGroup
import Synchronization

/// Runs a blocking body on a thread of its own, and returns when it has returned. Cancelling the task calls `stop`, from
/// any thread and perhaps before `body` starts; the body should end soon after.
///
/// - Throws: `SystemError` when the system refuses another thread; neither closure was called then.
public func runOnThread(
    _ name: String, stop: @escaping @Sendable () -> Void, body: @escaping @Sendable () -> Void
) async throws(SystemError) {
    let started = Mutex<Result<Worker, SystemError>?>(nil)
    await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
            started.withLock { place in
                do throws(SystemError) {
                    place = .success(
                        try Worker(name: name) {
                            body()
                            continuation.resume()
                        })
                } catch {
                    place = .failure(error)
                    continuation.resume()
                }
            }
        }
    } onCancel: {
        stop()
    }
    guard let worker = try started.withLock({ $0 })?.get() else { return }
    join(worker)
}

/// The body has returned: joining takes no longer than the thread's own end.
private func join(_ worker: Worker) { worker.join() }
