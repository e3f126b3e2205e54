import Delivery
import Preflight

/// What an upload test came to, with what to make of it.
struct PreflightResult {
    let url: TargetURL
    let test: UploadTestResult
    let wishes: SettingPreferences
    let service: StreamingService
    /// The best first; empty when the line is too slow, or nothing was measured.
    let settings: [StreamSetting]
    /// Of broadcasts that ran beside it.
    let groups: [String]
    /// The one for whose sake it ended early.
    let sufferer: String?

    init(url: TargetURL, test: UploadTestResult, wishes: SettingPreferences, groups: [String], sufferer: String?) {
        (self.url, self.test, self.wishes, self.groups, self.sufferer) = (url, test, wishes, groups, sufferer)
        service = StreamingService(host: url.host ?? "")
        settings = test.measured.map { [service] in SettingRanking.ranked(measured: $0, wishes: wishes, service: service) } ?? []
    }

    /// What is left for the picture, in bits a second.
    var budget: Int { SettingRanking.budget(measured: test.measured ?? 0, sound: wishes.sound) }

    /// What the user should know beside the figures; `nil` when all is well.
    var problem: String? {
        guard let measured = test.measured else {
            return test.failure?.message ?? "nothing was measured: let the test run for two seconds at least"
        }
        if let failure = test.failure { return failure.message }
        guard settings.isEmpty else { return nil }
        let needed = SettingRanking.least(wishes, service)
        return "\(url): the line carries \(Figure.rate(Double(measured))), and the smallest picture with sound needs \(Figure.rate(Double(needed))): "
            + "use a cable instead of wireless, end other uploads, try a nearer server, or send sound alone (--audio-only)"
    }

    /// Why it ended, in words.
    var ending: String {
        switch test.ending {
        case .enough: "more than a stream there can use"
        case .full: "the line is full at that"
        case .timeIsUp: "as far as eight seconds tell"
        case .inTheWay: "ended early: the broadcast of group '\(sufferer ?? "")' began to suffer, so this is what was free beside it"
        case .stopped: "broken off: what was measured so far"
        case .lost: "the connection broke"
        }
    }
}
