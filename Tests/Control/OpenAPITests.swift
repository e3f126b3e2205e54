import ControlFixtures
import Foundation
import NIOCore
import Session
import Testing

@testable import Control

/// The OpenAPI document says what the decoder reads and the host answers, and so does Shared/CONTROL.md.
@Suite struct OpenAPITests {
    private static func fields(_ body: String) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(body.utf8)) as? [String: Any])
    }

    private func read(_ fields: [String: Any], _ word: ControlRequest.Word) throws -> Result<ControlRequest, ControlReply.Refusal> {
        ControlListener(session: FakeSession()).read(try JSONSerialization.data(withJSONObject: fields), of: word)
    }

    @Test(arguments: OpenAPI.words) func whatIsNeededIsWhatTheDecoderAsksFor(word: ControlRequest.Word) throws {
        let body = try Self.fields(try #require(SampleRequests.bodies[word]))
        #expect(throws: Never.self) { try self.read(body, word).get() }
        #expect(Set(body.keys).isSubset(of: word.shape.fields.map(\.rawValue)))
        for key in word.shape.fields {
            let refusal = try read(body.filter { $0.key != key.rawValue }, word)
            guard word.shape.needed.contains(key) else {
                // One of a choice may be named by itself.
                if !word.shape.choice.contains(key) { #expect(throws: Never.self, "\(key)") { try refusal.get() } }
                continue
            }
            let error = #expect(throws: ControlReply.Refusal.self) { try refusal.get() }
            #expect(error?.code == .missingField && error?.message.contains("\"\(key.rawValue)\"") == true)
        }
    }

    @Test(arguments: OpenAPI.words) func aFieldOfAnotherKindIsRefusedAsTheSchemaSays(word: ControlRequest.Word) throws {
        let body = try Self.fields(try #require(SampleRequests.bodies[word]))
        // Of a clip alone.
        let ofClip: [RequestShape.Key] = word == .background ? [.from, .to, .trim] : []
        for key in word.shape.fields where !ofClip.contains(key) {
            let refusal = try read(body.merging([key.rawValue: ["an": "object"]]) { $1 }, word)
            let error = #expect(throws: ControlReply.Refusal.self, "\(key)") { try refusal.get() }
            #expect(error?.code == .badField, "\(key)")
        }
    }

    @Test(arguments: OpenAPI.words) func theAnswerIsWhatTheDocumentPromises(word: ControlRequest.Word) throws {
        let session = SampleRequests.session()
        try session.steer(RateRequest(ceiling: 2_000_000))
        _ = session.begin(.pause(agent: 1))
        let listener = ControlListener(session: session)
        let reply = listener.carryOut(try read(try Self.fields(try #require(SampleRequests.bodies[word])), word).get())
        // A fake has no scenes to show or remove.
        guard reply.error == nil || [.removeScene].contains(word) else {
            Issue.record("\(reply.error!)")
            return
        }
        let answer = try Self.fields(String(decoding: ControlListener.bytes(of: reply), as: UTF8.self))
        #expect(Set(answer.keys).subtracting(["error"]).isSubset(of: Set(word.shape.answer.map(\.rawValue) + ["v"])))
        if word != .removeScene { #expect(Set(answer.keys) == Set(word.shape.answer.map(\.rawValue) + ["v"])) }
    }

    /// A row for each request, with the names of its fields in the second column.
    @Test(arguments: ControlRequest.Word.allCases) func controlPageHasTheSameFields(word: ControlRequest.Word) throws {
        let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../Shared/CONTROL.md").standardized
        let page = try String(contentsOf: path, encoding: .utf8)
        let section = try #require(page.components(separatedBy: "\n## ").first { $0.hasPrefix("3. ") })
        let rows = section.split(separator: "\n").filter { $0.hasPrefix("| `") }.map { $0.split(separator: "|", omittingEmptySubsequences: false) }
        func words(_ row: [Substring]) -> Set<String> { Set(row[1].matches(of: /`([a-z-]+)`/).map { String($0.1) }) }
        let own = rows.filter { $0.count > 3 && words($0).contains(word.rawValue) }
        let written = Set(own.flatMap { $0[2].matches(of: /`([A-Za-z]+)`/).map { String($0.1) } })
        let keys = Set(ControlRequest.CodingKeys.allCases.map(\.rawValue))
        #expect(!own.isEmpty)
        // What stands in one row has the fields of all of it.
        let shapes = own.flatMap(words).compactMap { ControlRequest.Word(rawValue: $0)?.shape }
        #expect(written.intersection(keys) == Set(shapes.flatMap(\.fields).map(\.rawValue)))
    }

    @Test func everyRequestIsInIt() throws {
        let document = try Self.fields(String(buffer: OpenAPI.document))
        let paths = try #require(document["paths"] as? [String: Any])
        #expect(paths.count == OpenAPI.words.count + 7)
        for word in OpenAPI.words {
            let post = (paths["/api/v1/requests/\(word.rawValue)"] as? [String: Any])?["post"] as? [String: Any]
            #expect(post?["operationId"] as? String == word.rawValue)
            let body = try OpenAPI.body(of: word)
            for key in word.shape.fields { #expect(body["properties"]?[key.rawValue]?["type"] != nil, "\(key)") }
        }
        #expect(paths["/api/v1/requests/preview"] == nil)
    }

    @Test func theStatusIsWhatItsSchemaSays() throws {
        let session = SampleRequests.session()
        try session.steer(RateRequest(ceiling: 2_000_000))
        var status = session.status()
        status.departed = [FakeSession.departed(3, "x11", "closed")]
        let schema = try SchemaReader.schema(of: SessionStatus.self).schema
        let value = try JSONSerialization.jsonObject(with: Data(try ControlJSON.encode(status)))
        #expect(Self.violations(value, schema, at: "status").isEmpty)
        // And a schema that asks for something else is not met.
        #expect(!Self.violations(["pid": 1], schema, at: "status").isEmpty)
    }

    /// Of the kinds of schemas that there are here.
    private static func violations(_ value: Any, _ schema: JSONValue, at path: String) -> [String] {
        guard case .text(let type)? = schema["type"] else { return [] }
        switch (type, value) {
        case ("object", let fields as [String: Any]):
            if let all = schema["additionalProperties"] { return fields.flatMap { violations($0.value, all, at: "\(path).\($0.key)") } }
            guard case .object(let known)? = schema["properties"], case .list(let needed)? = schema["required"] else { return ["\(path): no schema"] }
            let missing = needed.filter { name in if case .text(let name) = name { fields[name] == nil } else { true } }
            return missing.map { "\(path) lacks \($0)" }
                + fields.flatMap { key, field in known[key].map { violations(field, $0, at: "\(path).\(key)") } ?? ["\(path).\(key) is unknown"] }
        case ("array", let list as [Any]): return list.flatMap { violations($0, schema["items"] ?? [:], at: path + "[]") }
        case ("string", is String), ("boolean", is Bool), ("integer", is NSNumber), ("number", is NSNumber): return []
        default: return ["\(path): \(value) is no \(type)"]
        }
    }
}
