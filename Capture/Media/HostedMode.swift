import CaptureKit
import Glibc
import Platform

/// What `--audio` and `--clip` have in common: they work for a host that asks over standard input, a connection, and know no group and no screen.
enum HostedMode {
    /// Ends the process: with 0 when the host was told how it ended, also that it failed.
    ///
    /// - Parameters:
    ///   - option: such as `--clip`.
    ///   - purpose: what a host does with it, such as "prepares a clip".
    ///   - serve: returns false when the host went away.
    static func run(_ option: String, for purpose: String, _ arguments: [String], _ serve: (PacketSocket, SandboxMode) -> Bool) -> Never {
        trimHeap()
        do throws(CaptureError) {
            var arguments = arguments
            let options = try AgentOptions.parse(from: &arguments)
            _ = AgentOptions.takeFlag(option, from: &arguments)
            guard arguments.isEmpty else {
                throw CaptureError(.badOption, "\(option) takes no other option than --sandbox, such as \(MaskedAddress.ofArgument(arguments[0]))")
            }
            guard let socket = PacketSocket.standardInput() else {
                throw CaptureError(.badOption, "\(option) is for a host that \(purpose): it asks over standard input, a socket")
            }
            exit(serve(socket, options.sandbox) ? 0 : 1)
        } catch {
            report("error: \(error.message)")
            exit(2)
        }
    }
}
