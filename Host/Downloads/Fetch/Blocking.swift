import Platform

/// Runs work that waits for servers and disks on a thread of its own.
func blocking<Value: Sendable>(_ body: @escaping @Sendable () throws(DownloadError) -> Value) async throws(DownloadError) -> Value {
    let outcome: Result<Value, DownloadError>
    do throws(SystemError) {
        outcome = try await Worker.run(name: "fetch") {
            do throws(DownloadError) { return .success(try body()) } catch { return .failure(error) }
        }
    } catch { throw DownloadError(.disk, "no thread to fetch with: \(error.reason)", cause: error) }
    return try outcome.get()
}
