import AppGroup
import Delivery

/// The right of one host to stream to an address: services refuse a second publisher, and two recordings into one file
/// destroy each other. Goes with its owner, however that ends.
final class TargetClaim: Sendable {
    private let lock: FileLock

    /// - Throws: `.taken` naming the group of the host that streams there; `.notWritable` when that cannot be found out.
    init(_ url: TargetURL, for group: GroupDirectory) throws(DeliveryError) {
        let path: String
        do throws(GroupError) { path = try group.common() + "/target-\(url.fingerprint)" } catch {
            throw DeliveryError(.notWritable, error.message)
        }
        let taken: FileLock?
        do throws(SystemError) { taken = try FileLock(path: path, text: group.name.text) } catch {
            throw DeliveryError(.notWritable, "\(path): \(error.reason)")
        }
        guard let taken else {
            let holder = FileLock.holder(of: path) ?? "\(group.name)"
            throw DeliveryError(
                .taken,
                "\(url): the host of group '\(holder)' streams there already; end that ('splitcast targets --group \(holder)' lists it), "
                    + "or use another key")
        }
        lock = taken
    }
}
