/// Why a request is refused: the protocol's number, and what is wrong in words.
struct OBSRefusal: Error, Hashable {
    /// The names are the protocol's.
    enum Code: Int {
        case missingRequestType = 203
        case unknownRequestType = 204
        case unsupportedRequestBatchExecutionType = 206
        case notReady = 207
        case missingRequestField = 300
        case missingRequestData = 301
        case invalidRequestField = 400
        case invalidRequestFieldType = 401
        case requestFieldOutOfRange = 402
        case requestFieldEmpty = 403
        case outputRunning = 500
        case outputNotRunning = 501
        case outputPaused = 502
        case outputNotPaused = 503
        case outputDisabled = 504
        case resourceNotFound = 600
        case invalidResourceState = 604
        case resourceActionFailed = 701
        case requestProcessingFailed = 702
    }

    let code: Code
    let comment: String

    init(_ code: Code, _ comment: String) { (self.code, self.comment) = (code, comment) }

    /// What the host said to what was made of the request.
    init(_ refusal: ControlReply.Refusal) {
        let code: Code =
            switch refusal.code {
            case .unknownAgent, .unknownTarget, .unknownSource, .unknownOperation: .resourceNotFound
            case .badField, .missingField: .invalidRequestField
            case .notNow, .alreadyLive, .noAgent: .resourceActionFailed
            case .malformed, .unsupportedVersion, .unknownRequest: .requestProcessingFailed
            }
        self.init(code, refusal.message)
    }
}
