import ArgumentParser
import Codec
import Glibc
import Platform
import Session

/// What a host starts to try an encoder, whose driver may crash or hang: prints one object.
struct TryEncoderCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: EncoderCheck.command, abstract: "Try one encoder in this process.", shouldDisplay: false)

    @Argument var name: String
    @Argument var size: String
    @Argument var framesPerSecond: String
    @Option var device: String?

    func run() throws {
        let encoder: EncoderName
        do throws(CodecError) { encoder = try EncoderName(name) } catch { throw CommandFailure(.usage, error.message) }
        let trial = EncoderTrial.run(
            encoder, size: try OptionText.size("SIZE", size), framesPerSecond: try OptionText.frameRate("FPS", framesPerSecond), device: device)
        print(JSONText.of(trial, isPretty: false))
        // A driver that has done its work may still crash where it is let go.
        fflush(nil)
        _exit(0)
    }
}
