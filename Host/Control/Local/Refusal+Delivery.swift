import Delivery

extension ControlReply.Refusal {
    init(_ error: DeliveryError) {
        let code: Code =
            switch error.code {
            case .unknownTarget: .unknownTarget
            case .badURL, .badSetting: .badField
            default: .notNow
            }
        self.init(code, PlainText.of(error.message))
    }
}
