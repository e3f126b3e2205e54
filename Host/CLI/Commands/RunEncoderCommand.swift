import ArgumentParser
import Codec

/// What a host starts to encode where a driver does the work, which may crash or hang.
struct RunEncoderCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: EncoderServer.command, abstract: "Encode for the host at standard input.", shouldDisplay: false)

    func run() throws {
        do throws(CodecError) { try EncoderServer.run() } catch { throw CommandFailure(.usage, error.message) }
    }
}
