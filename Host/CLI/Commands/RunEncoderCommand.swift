import ArgumentParser
import Codec

/// What a host starts to encode where a driver does the work, which may crash or hang.
struct RunEncoderCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: EncoderServer.command, abstract: "Encode for the host at standard input.", shouldDisplay: false)

    /// Called from the program's first thread with its arguments, before anything else runs there.
    ///
    /// - Throws: `.usage` where no host is at standard input. Returns only where the arguments ask for something else.
    static func become(ifAskedBy arguments: [String]) throws(CommandFailure) {
        guard arguments == [EncoderServer.command] else { return }
        do throws(CodecError) { try EncoderServer.run() } catch { throw CommandFailure(.usage, error.message) }
    }
}
