import Platform
import Protocols
import Synchronization

/// Connections to servers that no one uses at the moment, and the order to stop. Any thread.
final class OriginPool: Sendable {
    private struct Held {
        var idle: [HTTPDownloader] = []
        var busy: [ObjectIdentifier: HTTPDownloader] = [:]
        var isStopped = false
    }

    private let settings: OriginSettings
    private let held = Mutex(Held())

    init(_ settings: OriginSettings) { self.settings = settings }

    var isStopped: Bool { held.withLock { $0.isStopped } }

    /// What is being asked breaks off at once, and nothing is asked any more.
    func stop() {
        held.withLock { held in
            held.isStopped = true
            for one in held.busy.values { one.end(by: .now()) }
        }
    }

    /// - Throws: `.stopped`, or what `body` throws.
    func using<Result>(_ body: (HTTPDownloader) throws(DownloadError) -> Result) throws(DownloadError) -> Result {
        let downloader: HTTPDownloader? = held.withLock { held in
            guard !held.isStopped else { return nil }
            let one = held.idle.popLast() ?? HTTPDownloader(settings.connection)
            held.busy[ObjectIdentifier(one)] = one
            return one
        }
        guard let downloader else { throw DownloadError(.stopped, "stopped") }
        defer {
            held.withLock { held in
                held.busy[ObjectIdentifier(downloader)] = nil
                if !held.isStopped { held.idle.append(downloader) }
            }
        }
        do throws(DownloadError) { return try body(downloader) } catch { throw isStopped ? DownloadError(.stopped, "stopped", cause: error) : error }
    }
}
