import CaptureKit
import Glibc
import Platform

/// `--clip`: decodes a part of a file as fast as it can, for a host that prepares a clip. Standard input is a connection to the host, which
/// asks there, and lends the memory that each picture is written into. No group, no screen, no audio.
///
/// Nothing of the file is read before this process has forbidden itself all that reading it does not need.
enum ClipMode {
    /// Ends the process: with 0 when the host was told how it ended, also that it failed.
    static func run(_ arguments: [String]) -> Never {
        trimHeap()
        do throws(CaptureError) {
            var arguments = arguments
            let options = try AgentOptions.parse(from: &arguments)
            _ = AgentOptions.takeFlag("--clip", from: &arguments)
            guard arguments.isEmpty else {
                throw CaptureError(.badOption, "--clip takes no other option than --sandbox, such as \(MaskedAddress.ofArgument(arguments[0]))")
            }
            guard let socket = PacketSocket.standardInput() else {
                throw CaptureError(.badOption, "--clip is for a host that prepares a clip: it asks over standard input, a socket")
            }
            exit(serve(ClipConnection(socket), options.sandbox) ? 0 : 1)
        } catch {
            report("error: \(error.message)")
            exit(2)
        }
    }

    /// - Returns: false when the host went away.
    private static func serve(_ host: ClipConnection, _ mode: SandboxMode) -> Bool {
        do throws(SystemError) {
            guard let (request, descriptor) = try host.request() else { return false }
            var sandbox = Sandbox(mode)
            sandbox.enter(sending: [])
            sandbox.close()
            do throws(CaptureError) {
                try ClipDecoding(request, MediaFile(open: descriptor, name: request.name), host).run()
            } catch {
                if error.cause is SystemError { return false }
                try host.send(.failed(error.message))
            }
            host.hangUp()
            return true
        } catch { return false }
    }
}
