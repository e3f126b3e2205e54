import Protocols
import Testing

/// Expects a `NetworkError` of this code, and gives it.
@discardableResult
func expectFailure(_ code: NetworkError.Code, at location: SourceLocation = #_sourceLocation, _ body: () throws -> Void) -> NetworkError? {
    let error = #expect(throws: NetworkError.self, sourceLocation: location, performing: body)
    #expect(error?.code == code, "\(String(describing: error))", sourceLocation: location)
    return error
}
