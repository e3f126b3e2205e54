import Delivery
import Platform
import Preflight
import Session
import Synchronization

/// An upload test with what stands around it: the address is claimed, other broadcasts are spared, Ctrl-C ends it.
struct PreflightRun {
    private static let lookInterval: Duration = .milliseconds(200)
    let url: TargetURL
    let preferences: SettingPreferences
    var settings = TargetSettings()

    /// Blocks until the test is over.
    ///
    /// - Parameter progress: told some times a second.
    @available(*, noasync)
    func run(progress: (UploadTestProgress) -> Void) throws(CommandFailure) -> PreflightResult {
        do throws(DeliveryError) {
            let claim = try TargetClaim(testing: url)
            let broadcasts = RunningBroadcasts()
            let test = try UploadTest(url, settings: settings, requests: preferences, isGentle: !broadcasts.isEmpty)
            let sufferer = Mutex<String?>(nil)
            let result = try watching(test, broadcasts, { name in sufferer.withLock { $0 = name } }) { () throws(DeliveryError) in
                try test.run(progress: progress)
            }
            withExtendedLifetime(claim) {}
            return PreflightResult(url: url, test: result, preferences: preferences, groups: broadcasts.groups, sufferer: sufferer.withLock { $0 })
        } catch { throw CommandFailure(error.code == .notAvailable ? .usage : .failed, error.message, cause: error) }
    }

    @available(*, noasync)
    private func watching(
        _ test: UploadTest, _ broadcasts: RunningBroadcasts, _ tell: @escaping @Sendable (String) -> Void,
        _ body: () throws(DeliveryError) -> UploadTestResult
    ) throws(DeliveryError) -> UploadTestResult {
        var watches: [Watching] = []
        defer { for watch in watches { watch.end() } }
        do throws(SystemError) {
            let signals = try ProcessSignals()
            watches.append(
                try Watching("signals", descriptor: signals.descriptor) {
                    test.stop()
                    return false
                })
            if !broadcasts.isEmpty {
                watches.append(
                    try Watching("broadcasts", every: Self.lookInterval) {
                        guard let name = broadcasts.sufferer() else { return true }
                        tell(name)
                        test.reportTrouble()
                        return false
                    })
            }
        } catch { throw DeliveryError(.notNow, "no upload test: \(error)", cause: error) }
        return try body()
    }
}
