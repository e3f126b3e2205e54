import Delivery
import Preflight

/// What an upload test came to, with what to make of it.
struct PreflightResult {
    let url: TargetURL
    let test: UploadTestResult
    let preferences: SettingPreferences
    let service: StreamingService
    /// The best first; empty when the network is too slow, or nothing was measured.
    let settings: [StreamSetting]
    /// Of broadcasts that ran beside it.
    let groups: [String]
    /// The group whose broadcast suffered, so that the test ended early.
    let sufferer: String?

    init(url: TargetURL, test: UploadTestResult, preferences: SettingPreferences, groups: [String], sufferer: String?) {
        (self.url, self.test, self.preferences, self.groups, self.sufferer) = (url, test, preferences, groups, sufferer)
        service = StreamingService(host: url.host ?? "")
        settings = test.measured.map { [service] in SettingRanking.ranked(measured: $0, requests: preferences, service: service) } ?? []
    }

    /// What is left for the picture, in bits a second.
    var budget: Int { SettingRanking.budget(measured: test.measured ?? 0, sound: preferences.sound) }

    /// What the user should know beside the figures; `nil` when all is well.
    var problem: String? {
        guard let measured = test.measured else {
            return test.failure?.message ?? "nothing was measured: let the test run for two seconds at least"
        }
        if let failure = test.failure { return failure.message }
        guard settings.isEmpty else { return nil }
        let needed = SettingRanking.least(preferences, service)
        return
            "\(url): the network carries \(Figure.rate(Double(measured))), and the smallest picture with audio needs \(Figure.rate(Double(needed))): "
            + "use a cable instead of wireless, end other uploads, try a nearer server, or send audio alone (--audio-only)"
    }

    /// Why it ended, as text.
    var ending: String {
        switch test.ending {
        case .enough: "more than a stream there can use"
        case .full: "the network is full at that"
        case .timeIsUp: "as far as eight seconds tell"
        case .inTheWay: "ended early: the broadcast of group '\(sufferer ?? "")' began to suffer, so this is what was free beside it"
        case .stopped: "broken off: what was measured so far"
        case .lost: "the connection broke"
        }
    }
}
