import Delivery
import Preflight

/// What `splitcast check-url --json` prints: the keys are for programs and stay.
struct CheckReport: Encodable {
    struct Step: Encodable {
        let name: String
        let ok: Bool
        let milliseconds: Double
        /// Empty where there is nothing to say.
        let note: String
    }

    /// Keys masked; absent for one that is malformed.
    let url: String?
    /// `ok`, `refused` or `malformed`.
    let verdict: String
    /// Of `DeliveryError`, such as `badKey`; absent when all is well.
    let code: String?
    let message: String
    let steps: [Step]

    init(_ report: EndpointReport, of url: TargetURL) {
        (self.url, message) = (url.masked, report.verdict)
        (verdict, code) = report.failure.map { ("refused", $0.code.rawValue) } ?? ("ok", nil)
        steps = report.steps.map { Step(name: $0.phase.rawValue, ok: $0.isGood, milliseconds: $0.took.inMilliseconds, note: $0.note) }
    }

    /// An address that could not be read, or a directory that is not there.
    init(malformed failure: CommandFailure) {
        let isMalformed = failure.exitCode == CommandFailure.Code.usage.rawValue
        (url, verdict, message, steps) = (nil, isMalformed ? "malformed" : "refused", failure.message, [])
        code = (isMalformed ? DeliveryError.Code.badURL : .notWritable).rawValue
    }
}
