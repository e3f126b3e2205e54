import AppGroup
import Codec
import Delivery
import Glibc

/// The targets of a session: parsed before it starts, made when the encoder is open, ended with it.
struct TargetList {
    /// What the user named, in order.
    private let urls: [TargetURL]
    private let pageDirectory: String?
    let plan: StreamPlan
    private(set) var targets: [Target] = []
    /// States as they were reported last, to tell changes.
    private var reported: [Int: TargetStatus] = [:]

    /// - Throws: `SessionError.Code.badSetting` for an address that makes no sense, a recording that exists already, or a
    ///   target that no stream is for.
    init(_ configuration: SessionConfiguration) throws(SessionError) {
        var urls: [TargetURL] = []
        for text in configuration.targets {
            do throws(DeliveryError) { urls.append(try TargetURL(parsing: text)) } catch { throw SessionError(.badSetting, error.message) }
            guard let file = urls[urls.count - 1].firstFile(isSplit: configuration.recordingSplit != nil) else { continue }
            var facts = stat()
            if stat(file, &facts) == 0, facts.st_mode & S_IFMT == S_IFDIR { throw SessionError(.badSetting, "\(file) is a directory: name a file") }
            if !configuration.overwrites, access(file, F_OK) == 0 {
                throw SessionError(.badSetting, "\(file) exists already: choose another name, or say --overwrite")
            }
        }
        for (index, url) in urls.enumerated() where urls[..<index].contains(url) {
            throw SessionError(.badSetting, "\(url.masked) is named twice")
        }
        (self.urls, pageDirectory) = (urls, configuration.pageDirectory)
        plan = try StreamPlan(configuration, targets: urls, hasPage: pageDirectory != nil)
    }

    /// Makes every target and lets it connect.
    ///
    /// - Parameter streams: everything that is encoded, the picture first; each target gets its part.
    mutating func open(_ configuration: SessionConfiguration, streams: [StreamDescription], fanOut: FanOut) throws(SessionError) {
        var settings = TargetSettings()
        settings.retryInterval = configuration.reconnectInterval
        settings.overwrites = configuration.overwrites
        settings.split = configuration.recordingSplit
        settings.minFreeBytes = configuration.minFreeBytes > 0 ? configuration.minFreeBytes : nil
        settings.bitsPerSecond =
            (plan.codings.contains(.h264) ? configuration.videoBitRate : 0) + (plan.audio.map(\.bitsPerSecond).max() ?? 0)
        settings.keyframeInterval = configuration.keyframeInterval
        var wanted = urls
        do throws(DeliveryError) { if let pageDirectory { wanted.append(try TargetURL(parsing: pageDirectory + "/live.m3u8")) } } catch {
            throw SessionError(.failed, "the page's directory: \(error.message)")
        }
        do throws(SystemError) {
            for (index, url) in wanted.enumerated() {
                let keyframes = fanOut.keyframes
                let target = try Target(id: index + 1, url: url, streams: plan.streams(for: url, of: streams), settings: settings) {
                    keyframes.request()
                }
                // In the fan-out first: what is encoded while it connects is its to keep or drop.
                _ = fanOut.add(target)
                try target.start()
                targets.append(target)
            }
        } catch { throw SessionError(.failed, "targets: \(error)") }
    }

    /// Of the targets that the user named, whether every one has failed for good.
    var haveAllFailed: Bool {
        let named = targets.prefix(urls.count)
        return !named.isEmpty && named.allSatisfy { $0.status.state == .failed }
    }

    /// Whether target `id` is the page's, which the user did not name.
    func isPage(_ id: Int) -> Bool { id > urls.count }

    /// The targets whose state or error changed since the last call.
    mutating func changes() -> [TargetStatus] {
        var changed: [TargetStatus] = []
        for target in targets {
            let status = target.status
            let before = reported[status.id]
            if before?.state != status.state || before?.lastError != status.lastError {
                reported[status.id] = status
                changed.append(status)
            }
        }
        return changed
    }

    /// Sends what is queued, writes the endings, closes. Waits for all, each within its drain limit.
    @available(*, noasync)
    mutating func close() {
        for target in targets { target.stop() }
        for target in targets { target.join() }
    }
}
