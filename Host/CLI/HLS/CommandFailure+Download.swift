import Downloads
import HLS

extension CommandFailure {
    init(_ error: DownloadError, file: StaticString = #fileID, line: UInt = #line) {
        let code: Code =
            switch error.code {
            case .badAddress, .noTalk: .usage
            case .playlist: (error.cause as? HLSError).map { [.notThere, .nothingMatches].contains($0.code) ? .usage : .failed } ?? .failed
            case .stopped: .interrupted
            default: .failed
            }
        let remedy = error.remedy.map { ": \($0)" } ?? ""
        self.init(code, error.message + remedy, remedy: error.remedy, cause: error, file: file, line: line)
    }
}
