import AppGroup
public import Delivery
import Glibc
public import Platform

/// The right of one host to stream to an address: services refuse a second publisher, and two recordings into one file
/// destroy each other. Goes with its owner, however that ends.
public final class TargetClaim: Sendable {
    private let lock: FileLock
    private static let prefix = "target-"
    /// Before a process id, where no host but a test of the address holds it; no group's name has it.
    private static let testMark = "?"

    /// - Throws: `.taken` naming the group of the host that streams there; `.notWritable` when that cannot be found out.
    convenience init(_ url: TargetURL, for group: GroupDirectory) throws(DeliveryError) { try self.init(url, heldBy: group.name.text) }

    /// For the time of an upload test or a check, which announce a stream too, and of a command that writes a file.
    ///
    /// - Throws: as the other one.
    public convenience init(testing url: TargetURL) throws(DeliveryError) { try self.init(url, heldBy: "\(Self.testMark)\(getpid())") }

    /// Removes the claims of hosts that were killed.
    static func sweep() {
        // try?: where there is no directory, there are none.
        guard let common = try? GroupDirectory.common() else { return }  // claiming says what is wrong with it
        FileLock.sweep(common, prefix: prefix)
    }

    private init(_ url: TargetURL, heldBy name: String) throws(DeliveryError) {
        let path: String
        do throws(GroupError) { path = try GroupDirectory.common() + "/\(Self.prefix)\(url.fingerprint)" } catch {
            throw DeliveryError(.notWritable, error.message, cause: error)
        }
        let taken: FileLock?
        do throws(SystemError) { taken = try FileLock(path: path, text: name) } catch {
            throw DeliveryError(.notWritable, "\(path): \(error.reason)", cause: error)
        }
        guard let taken else {
            let holder = FileLock.holder(of: path) ?? name
            guard !url.isRecording else {
                throw DeliveryError(
                    .taken,
                    holder.hasPrefix(Self.testMark)
                        ? "\(url): another command writes this file (pid \(holder.dropFirst())): wait for its end, or choose another name"
                        : "\(url): the host of group '\(holder)' records there already: end that, or choose another name")
            }
            guard !holder.hasPrefix(Self.testMark) else {
                throw DeliveryError(
                    .taken, "\(url): an upload test or a check of this address runs on this machine (pid \(holder.dropFirst())): wait for its end")
            }
            throw DeliveryError(
                .taken,
                "\(url): the host of group '\(holder)' streams there already: end that, or use another \(url.kind == .hls ? "folder" : "key")")
        }
        lock = taken
    }
}
