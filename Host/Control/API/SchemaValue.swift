import Events
import Platform
import Session

/// A type whose JSON is no object of its fields.
protocol SchemaValue {
    static func schema() throws -> JSONValue
    static var sample: Self { get }
}

extension String: SchemaValue {
    static func schema() -> JSONValue { ["type": "string"] }
    static var sample: String { "" }
}

extension Bool: SchemaValue {
    static func schema() -> JSONValue { ["type": "boolean"] }
    static var sample: Bool { false }
}

extension SchemaValue where Self: FixedWidthInteger {
    static func schema() -> JSONValue { ["type": "integer"] }
    static var sample: Self { 0 }
}

extension Int: SchemaValue {}
extension Int32: SchemaValue {}
extension UInt32: SchemaValue {}
extension UInt64: SchemaValue {}

extension Double: SchemaValue {
    static func schema() -> JSONValue { ["type": "number"] }
    static var sample: Double { 0 }
}

extension FrameRate: SchemaValue {
    static func schema() -> JSONValue { ["type": "number"] }
    static var sample: FrameRate { 30 }
}

extension Array: SchemaValue where Element: Decodable {
    static func schema() throws -> JSONValue { ["type": "array", "items": try SchemaReader.schema(of: Element.self).schema] }
    static var sample: [Element] { [] }
}

extension Dictionary: SchemaValue where Key == String, Value: Decodable {
    static func schema() throws -> JSONValue { ["type": "object", "additionalProperties": try SchemaReader.schema(of: Value.self).schema] }
    static var sample: [String: Value] { [:] }
}

extension EventSeverity: SchemaValue {
    static func schema() -> JSONValue { ["type": "string", "enum": .list(allCases.map { .text($0.rawValue) })] }
    static var sample: EventSeverity { .info }
}

extension EventField: SchemaValue {
    static func schema() -> JSONValue { ["type": ["string", "number", "boolean"]] }
    static var sample: EventField { .whole(0) }
}

extension AgentOperation.State: SchemaValue {
    static func schema() -> JSONValue { ["type": "string", "enum": ["running", "done", "failed"]] }
    static var sample: AgentOperation.State { .done }
}

extension ControlReply.Refusal.Code: SchemaValue {
    static func schema() -> JSONValue { ["type": "string", "enum": .list(allCases.map { .text($0.rawValue) })] }
    static var sample: ControlReply.Refusal.Code { .notNow }
}

extension ReloadReport.Outcome: SchemaValue {
    static func schema() -> JSONValue { ["type": "string", "enum": ["applied", "restart", "refused"]] }
    static var sample: ReloadReport.Outcome { .applied }
}

extension BroadcastPart: SchemaValue {
    static func schema() -> JSONValue { ["type": "string", "enum": .list(allCases.map { .text($0.rawValue) })] }
    static var sample: BroadcastPart { .encoder }
}
