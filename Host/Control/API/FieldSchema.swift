import Session

/// Fields of a request, as a description has them.
protocol DescribedField {
    var described: (key: ControlRequest.CodingKeys, schema: JSONValue) { get throws }
}

extension ControlRequest.Fields.Field: DescribedField {
    var described: (key: ControlRequest.CodingKeys, schema: JSONValue) {
        get throws {
            let schema = try SchemaReader.schema(of: Value.self).schema
            let range: [String: JSONValue] = Value.self == UInt32.self ? ["minimum": 0, "maximum": 4_294_967_295] : [:]
            return (key, schema.adding(range).adding(["description": .text("Such as \(form)")]))
        }
    }
}

extension ControlRequest.Fields {
    /// Every field that there is, each with the form that it has in this request.
    static func schemas(of word: ControlRequest.Word) throws -> [ControlRequest.CodingKeys: JSONValue] {
        let fields = try ControlJSON.decode(Form.self, from: "{}".utf8, [ControlRequest.namedWord: word]).fields
        var schemas: [ControlRequest.CodingKeys: JSONValue] = [:]
        for child in Mirror(reflecting: fields).children {
            guard let field = try (child.value as? any DescribedField)?.described else { continue }
            schemas[field.key] = field.schema
        }
        return schemas
    }

    /// Fields of an object that has none.
    private struct Form: Decodable {
        let fields: ControlRequest.Fields

        init(from decoder: any Decoder) throws {
            let word = decoder.userInfo[ControlRequest.namedWord] as? ControlRequest.Word
            fields = ControlRequest.Fields(of: word ?? .status, in: try decoder.container(keyedBy: ControlRequest.CodingKeys.self))
        }
    }
}
