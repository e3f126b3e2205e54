import NIOCore
import Session

/// The description of the API (OpenAPI 3.1), made from what the decoder and the answers are made of.
enum OpenAPI {
    /// Requests that can be asked over HTTP: all but those that pass a descriptor.
    static let words = ControlRequest.Word.allCases.filter { $0 != .preview }

    /// What `/openapi.json` has.
    static let document = ByteBuffer(bytes: (try? ControlJSON.encode(description(), isPretty: true)) ?? [])  // a test reads it

    static func description() throws -> JSONValue {
        var paths = try reading()
        for word in words { paths[HostRequests.requestsPath + word.rawValue] = ["post": try operation(word)] }
        return [
            "openapi": "3.1.0",
            "info": [
                "title": "Splitcast", "version": .text(SessionStatus.programVersion),
                "description": "What programs may ask of a running host. The requests are those of the control socket (CONTROL.md).",
            ],
            "paths": .object(paths),
            // On the machine of the host its own user needs no token.
            "security": [["token": []], [:]],
            "components": [
                "securitySchemes": ["token": ["type": "http", "scheme": "bearer"]],
                "schemas": .object(try answers().merging(["problem": try SchemaReader.schema(of: Problem.self).schema]) { $1 }),
            ],
        ]
    }

    // MARK: Requests

    private static func operation(_ word: ControlRequest.Word) throws -> JSONValue {
        let shape = word.shape
        let properties = Dictionary(uniqueKeysWithValues: shape.answer.map { ($0.rawValue, reference($0.rawValue)) })
        let answer: JSONValue = [
            "type": "object", "required": ["v"], "properties": .object(properties.merging(["v": ["const": 1]]) { $1 }),
        ]
        return [
            "operationId": .text(word.rawValue), "summary": .text(shape.summary),
            "requestBody": [
                "required": .flag(!shape.needed.isEmpty || !shape.choice.isEmpty), "content": json(try body(of: word)),
            ],
            "responses": .object(
                ["200": ["description": "It was carried out.", "content": json(answer)]].merging(
                    problems("400", "401", "403", "404", "409", "413", "415", "421", "422")
                ) { $1 }),
        ]
    }

    /// An object of its fields; others do no harm.
    static func body(of word: ControlRequest.Word) throws -> JSONValue {
        let (shape, fields) = (word.shape, try ControlRequest.Fields.schemas(of: word))
        var properties: [String: JSONValue] = [:]
        for key in shape.fields {
            guard let field = fields[key] else { continue }
            properties[key.rawValue] = shape.needed.contains(key) ? field : field.orNull
        }
        var schema: [String: JSONValue] = ["type": "object", "properties": .object(properties)]
        if !shape.needed.isEmpty { schema["required"] = .list(shape.needed.map { .text($0.rawValue) }) }
        if !shape.choice.isEmpty { schema["oneOf"] = .list(shape.choice.map { only($0.rawValue) }) }
        return .object(schema)
    }

    /// That this field is there. One that is null is not.
    private static func only(_ field: String) -> JSONValue {
        ["required": [.text(field)], "properties": .object([field: ["not": ["type": "null"]]])]
    }

    // MARK: The rest

    private static func reading() throws -> [String: JSONValue] {
        let tag: JSONValue = ["name": "If-None-Match", "in": "header", "schema": ["type": "string"], "description": "The ETag that is known."]
        let since: JSONValue = [
            "name": "since", "in": "query", "schema": ["type": "integer", "minimum": 0], "description": "Events after this number; 0 for all.",
        ]
        let levels: JSONValue = [
            "name": "levels", "in": "query", "schema": ["type": "string", "enum": ["0", "1"]], "description": "1: levels too, ten times a second.",
        ]
        let code: JSONValue = [
            "name": "code", "in": "path", "required": true, "schema": ControlReply.Refusal.Code.schema(), "description": "Of the refusal.",
        ]
        let text: JSONValue = ["text/plain": ["schema": ["type": "string"]]]
        let refused = problems("400", "401", "403", "421")
        return [
            HostRequests.statusPath: get(
                "Everything about the broadcast", "getStatus", [tag], json(reference("status")),
                refused.merging(["304": ["description": "As it was."]]) { $1 }),
            HostRequests.eventsPath: get(
                "What happens, as it happens (server-sent events)", "followEvents", [since, levels],
                ["text/event-stream": ["schema": ["type": "string"]]], refused.merging(problems("503")) { $1 }),
            Problem.path + "{code}": get(
                "What a refusal's code means, in a few words: the \"type\" of a problem leads here", "getProblem", [code], text,
                plain("400", "401", "403", "404", "421")),
            "/metrics": get("Every figure, for Prometheus", "getMetrics", [], text, plain("400", "401", "403", "421")),
            "/healthz": get("Whether the host answers; without a token", "getHealth", [], text, plain("400")),
            "/readyz": get("Whether the broadcast is on; without a token", "getReadiness", [], text, plain("400", "503")),
            "/openapi.json": get("This document", "getDescription", [], json(["type": "object"]), plain("400", "401", "403", "421")),
        ]
    }

    private static func get(
        _ summary: String, _ name: String, _ parameters: [JSONValue], _ content: JSONValue, _ others: [String: JSONValue]
    ) -> JSONValue {
        [
            "get": [
                "operationId": .text(name), "summary": .text(summary), "parameters": .list(parameters),
                "responses": .object(others.merging(["200": ["description": "It is this.", "content": content]]) { $1 }),
            ]
        ]
    }

    /// By what a reply has: one schema for each of its fields.
    private static func answers() throws -> [String: JSONValue] {
        guard case .object(let fields)? = try SchemaReader.schema(of: ControlReply.self).schema["properties"] else { return [:] }
        return fields.filter { !["v", "error", "preview"].contains($0.key) }
    }

    private static func reference(_ name: String) -> JSONValue { ["$ref": .text("#/components/schemas/" + name)] }
    private static func json(_ schema: JSONValue) -> JSONValue { ["application/json": ["schema": schema]] }

    private static func problems(_ statuses: String...) -> [String: JSONValue] {
        let content: JSONValue = [Problem.contentType: ["schema": reference("problem")]]
        return Dictionary(uniqueKeysWithValues: statuses.map { ($0, ["description": "It was refused.", "content": content]) })
    }

    private static func plain(_ statuses: String...) -> [String: JSONValue] {
        Dictionary(uniqueKeysWithValues: statuses.map { ($0, ["description": "It was refused.", "content": ["text/plain": [:]]]) })
    }
}

extension JSONValue {
    /// A schema that takes null as well: a field that is null is one that is absent.
    fileprivate var orNull: JSONValue {
        guard case .text(let type)? = self["type"] else { return self }
        return adding(["type": [.text(type), "null"]])
    }
}
