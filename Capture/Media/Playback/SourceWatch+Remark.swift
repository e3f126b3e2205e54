import AgentProtocol
import CaptureKit

extension Remark {
    init(_ found: SourceWatch.Finding, about name: String) {
        let subject: AgentRemark.Subject =
            switch found {
            case .silent: .stalled
            case .back: .goesOn
            case .broken: .other
            }
        self.init(subject, found.text(about: name))
    }
}
