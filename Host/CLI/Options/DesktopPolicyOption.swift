import Portal
import Session

/// `--on-desktop locked=slate,switched=slate,display-off=show,sleep=audio`.
enum DesktopPolicyOption {
    /// - Returns: the usual ones, with what is said.
    static func parse(_ option: String, _ text: String) throws(CommandFailure) -> DesktopPolicies {
        var policies = DesktopPolicies()
        var seen: Set<DesktopCause> = []
        for word in text.split(separator: ",", omittingEmptySubsequences: false) {
            let parts = word.split(separator: "=", omittingEmptySubsequences: false)
            guard parts.count == 2, let cause = DesktopCause(rawValue: String(parts[0])), let policy = DesktopPolicy(rawValue: String(parts[1]))
            else {
                let causes = DesktopCause.allCases.map(\.rawValue).joined(separator: ", ")
                let words = DesktopPolicy.allCases.map(\.rawValue).joined(separator: ", ")
                throw OptionText.wrong(option, text, "give CAUSE=WORD, such as locked=slate: causes are \(causes), words are \(words)")
            }
            guard seen.insert(cause).inserted else { throw OptionText.wrong(option, text, "\(cause.rawValue) is given twice: give it once") }
            policies[cause] = policy
        }
        return policies
    }
}
