import HLS
import Platform

/// What `splitcast hls check` prints. Field names are part of the interface: add, never rename.
struct StreamCheckReport: Encodable {
    struct Remark: Encodable {
        /// `error`, `warning` or `note`.
        var severity: String
        /// Of RFC 8216bis, or `HTTP`.
        var section: String
        var subject: String
        var text: String
    }

    /// With what may be secret left out.
    var url: String
    var remarks: [Remark]

    init(_ url: String, _ remarks: [StreamRemark]) {
        self.url = MaskedAddress(url).description
        self.remarks = remarks.map { Remark(severity: $0.severity.rawValue, section: $0.section, subject: $0.subject, text: $0.text) }
    }

    static func text(_ remarks: [StreamRemark]) -> String {
        guard !remarks.isEmpty else { return "nothing is wrong with the stream\n" }
        var table = TextTable(heading: [("", .left), ("SECTION", .left), ("OF", .left), ("REMARK", .left)])
        for remark in remarks { table.rows.append([remark.severity.rawValue, remark.section, remark.subject, remark.text]) }
        return table.lines().joined(separator: "\n") + "\n"
    }
}
