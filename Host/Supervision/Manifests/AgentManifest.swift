import AgentProtocol
import FoundationEssentials

/// What a small file says of an installed agent: `{"name":"x11","exec":"splitcast-capture-x11","capabilities":["screen"],"protocol_version":1}`.
public struct AgentManifest: Codable, Hashable, Sendable {
    /// By which it is asked for: lower-case letters, digits and dashes.
    public let name: String
    /// An absolute path, or the name of a program beside splitcast or in PATH.
    public let exec: String
    /// What it can capture, for people who choose.
    public let capabilities: [String]
    /// The version of the protocol between agent and host that it speaks.
    public let protocolVersion: Int

    private enum CodingKeys: String, CodingKey {
        case name, exec, capabilities
        case protocolVersion = "protocol_version"
    }

    static let mostBytes = 64 * 1024
    static let longestName = 32

    /// - Throws: `ManifestProblem` that says what is wrong, and the right form.
    init(_ bytes: [UInt8]) throws(ManifestProblem) {
        let read: AgentManifest
        do { read = try JSONDecoder().decode(AgentManifest.self, from: Data(bytes)) } catch { throw ManifestProblem(Self.words(of: error)) }
        self = read
        let isName =
            !name.isEmpty && name.utf8.count <= Self.longestName
            && name.utf8.allSatisfy {
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
                    || $0 == UInt8(ascii: "-")
            }
        guard isName else { throw ManifestProblem("\"name\" is lower-case letters, digits and dashes, \(Self.longestName) at most, such as \"x11\"") }
        guard exec.hasPrefix("/") || !exec.isEmpty && !exec.contains("/") else {
            throw ManifestProblem("\"exec\" is an absolute path, or the name of a program beside splitcast or in PATH")
        }
        guard UInt8(exactly: protocolVersion).map(Hello.spokenVersions.contains) == true else {
            throw ManifestProblem("it speaks protocol version \(protocolVersion), this host \(Hello.spokenVersions): update the older of the two")
        }
    }

    private static func words(of error: any Error) -> String {
        let example = #"{"name":"x11","exec":"splitcast-capture-x11","capabilities":["screen"],"protocol_version":"#
        let form = "a manifest is \(example)\(Hello.spokenVersions.upperBound)}"
        switch error {
        case DecodingError.keyNotFound(let key, _): return "\"\(key.stringValue)\" is missing: \(form)"
        case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context):
            let key = context.codingPath.first?.stringValue
            return key.map { "\"\($0)\" is of the wrong kind: \(form)" } ?? "it is no JSON object: \(form)"
        default: return "it is no JSON: \(form)"
        }
    }
}

/// Why a manifest cannot be used, in words for people.
struct ManifestProblem: Error, Hashable {
    let words: String

    init(_ words: String) { self.words = words }
}
