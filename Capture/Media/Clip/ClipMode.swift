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
        HostedMode.run("--clip", for: "prepares a clip", arguments) { serve(ClipConnection($0), $1) }
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
