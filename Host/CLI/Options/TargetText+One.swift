import Delivery

extension TargetText {
    /// The one address that a command is about, or that its `@FILE` holds.
    static func one(_ word: String) throws(CommandFailure) -> TargetURL {
        let addresses = try expand([word])
        guard let text = addresses.first, addresses.count == 1 else {
            throw CommandFailure(.usage, "\(word) holds \(addresses.count) addresses: give one at a time")
        }
        do throws(DeliveryError) { return try TargetURL(parsing: text) } catch {
            throw CommandFailure(error.code == .badURL ? .usage : .failed, error.message, cause: error)
        }
    }
}
