/// The fields of a request, `requestData`; each is read as what it has to be.
struct OBSFields {
    private let fields: [String: JSONValue]?

    /// - Parameter data: absent where a request has none.
    init(_ data: JSONValue?) throws(OBSRefusal) {
        switch data {
        case nil, .null: fields = nil
        case .object(let given): fields = given
        default: throw OBSRefusal(.invalidRequestFieldType, "\"requestData\" is an object")
        }
    }

    func has(_ name: String) -> Bool { fields?[name].map { $0 != .null } ?? false }

    func text(_ name: String) throws(OBSRefusal) -> String {
        guard case .text(let text) = try needed(name) else { throw OBSRefusal(.invalidRequestFieldType, "\"\(name)\" is text") }
        guard !text.isEmpty else { throw OBSRefusal(.requestFieldEmpty, "\"\(name)\" is empty") }
        return text
    }

    func flag(_ name: String) throws(OBSRefusal) -> Bool {
        guard case .flag(let flag) = try needed(name) else { throw OBSRefusal(.invalidRequestFieldType, "\"\(name)\" is true or false") }
        return flag
    }

    func number(_ name: String, _ range: ClosedRange<Double>) throws(OBSRefusal) -> Double {
        let number: Double
        switch try needed(name) {
        case .whole(let whole): number = Double(whole)
        case .number(let given): number = given
        default: throw OBSRefusal(.invalidRequestFieldType, "\"\(name)\" is a number")
        }
        guard range.contains(number) else {
            throw OBSRefusal(.requestFieldOutOfRange, "\"\(name)\" is from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    private func needed(_ name: String) throws(OBSRefusal) -> JSONValue {
        guard let fields else { throw OBSRefusal(.missingRequestData, "the request has no \"requestData\": give \"\(name)\"") }
        guard let value = fields[name], value != .null else { throw OBSRefusal(.missingRequestField, "\"\(name)\" is missing") }
        return value
    }
}
