import AgentProtocol
import Foundation
import HeaderFields
import Testing

/// Shared/PROTOCOL.md against the header, which is held to the Swift: kinds, and what every body has, field by field.
@Suite struct ProtocolPageTests {
    /// One body: its heading's number, and the first column of its table.
    private struct Body {
        let name: String
        let kind: UInt8
        var types: [Substring] = []
    }

    private let lines: [Substring]

    init() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let page = try String(contentsOf: root.appendingPathComponent("Shared/PROTOCOL.md"), encoding: .utf8)
        lines = page.split(separator: "\n")
    }

    private var bodies: [Body] {
        var bodies: [Body] = []
        var isInside = false
        for line in lines {
            if line.hasPrefix("#") {
                let heading = line.wholeMatch(of: /### (.+?) \((\d+)\).*/)
                isInside = heading != nil
                if let heading, let kind = UInt8(heading.2) { bodies.append(Body(name: String(heading.1), kind: kind)) }
            } else if isInside, let row = line.firstMatch(of: /^\| ((?:[ui]\d+|text\(|bytes \|)[^|]*)/) {
                bodies[bodies.count - 1].types.append(row.1)
            }
        }
        return bodies
    }

    /// Bytes of a row of fields such as `u8, u16` or `u32 x 5`; `nil` for what follows a struct.
    private func bytes(_ type: Substring) -> Int? {
        guard !type.contains("each"), type.hasPrefix("u") || type.hasPrefix("i") else { return nil }
        let times = type.firstMatch(of: /x (\d+)/).flatMap { Int($0.1) } ?? 1
        return type.matches(of: /[ui](\d+)/).reduce(0) { $0 + (Int($1.1) ?? 0) / 8 } * times
    }

    @Test func theTableOfKindsIsThatOfTheSwift() {
        let rows = lines.compactMap { $0.wholeMatch(of: /\| (\d+) \| ([a-z ]+) \| (?:agent|host|pusher) \| .*\|/) }
        let listed = Dictionary(rows.map { (UInt8($0.1) ?? 0, String($0.2)) }) { $1 }
        #expect(Set(listed.keys) == Set(MessageKind.allCases.map(\.rawValue)))
        #expect(rows.count == listed.count)
        #expect(Dictionary(bodies.map { ($0.kind, $0.name) }) { $1 } == listed)
    }

    @Test func everyBodyHasTheBytesOfItsStruct() {
        #expect(bodies.count == MessageKind.allCases.count)
        for body in bodies {
            let fixed = body.types.map(bytes).prefix { $0 != nil }.reduce(0) { $0 + ($1 ?? 0) }
            #expect(8 + fixed == header_struct_size(body.kind), "\(body.name): \(body.types)")
        }
    }

    @Test func textsAreAsLongAsTheHeaderSays() {
        let longest = Dictionary(
            uniqueKeysWithValues: bodies.map { body in
                (body.name, body.types.compactMap { $0.firstMatch(of: /text\((\d+)\)/).flatMap { Int($0.1) } })
            })
        let (reason, name, extra) = (Int(SC_REASON_MAX_BYTES), Int(SC_SOUND_NAME_MAX_BYTES), Int(SC_SOUND_EXTRA_MAX_BYTES))
        let expected = [
            "hello": [Int(SC_BACKEND_MAX_BYTES), Int(SC_SCREEN_MAX_BYTES), Int(SC_PLACE_MAX_BYTES)], "welcome": [Int(SC_ENDPOINT_MAX_BYTES)],
            "refusal": [reason], "ended": [reason], "remark": [reason], "extra": [Int(SC_EXTRA_MAX_BYTES)],
            "sound hello": [name, extra], "sound refusal": [reason],
        ]
        #expect(longest.filter { !$0.value.isEmpty } == expected)
    }
}
