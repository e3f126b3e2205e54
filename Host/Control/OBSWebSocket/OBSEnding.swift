/// Why a connection is ended from here.
struct OBSEnding: Error, Hashable {
    let code: OBSMessage.CloseCode
    let reason: String

    init(_ code: OBSMessage.CloseCode, _ reason: String) { (self.code, self.reason) = (code, reason) }
}
