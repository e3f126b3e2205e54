import Audio

extension ControlReply.Refusal {
    init(_ error: AudioError) {
        let code: Code =
            switch error.code {
            case .unknownSource, .unknownDevice, .ambiguousDevice, .notAMicrophone: .unknownSource
            case .badSetting: .badField
            case .noServer, .timedOut, .refused, .permissionDenied, .tooManySources, .alreadyInUse, .system, .notNow: .notNow
            }
        self.init(code, PlainText.of(error.message))
    }
}
