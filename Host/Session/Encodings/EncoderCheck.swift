public import Codec
import FoundationEssentials
public import Frames
import Glibc
public import Platform
import Supervision

/// Tries encoders in processes of their own, each with a time limit: what crashes or hangs there does not here.
public struct EncoderCheck: Sendable {
    /// What is started, and what stands before the encoder's name, size and frame rate in its arguments.
    private let program: String
    private let arguments: [String]
    private let limit: Duration
    private static let mostBytes = 64 * 1024

    /// The command of `splitcast` that tries one encoder.
    public static let command = "try-encoder"

    /// - Parameter limit: for one encoder.
    public init(program: String = EncoderCheck.ownProgram, arguments: [String] = [EncoderCheck.command], limit: Duration = .seconds(8)) {
        (self.program, self.arguments, self.limit) = (program, arguments, limit)
    }

    public static var ownProgram: String { (AgentCommandLine.ownFolder ?? ".") + "/splitcast" }

    /// Tries one. Blocks; nothing of the process is left.
    @available(*, noasync)
    public func run(_ name: EncoderName, size: PixelSize, framesPerSecond: FrameRate, device: String? = nil) -> EncoderTrial {
        var launch = Launch(
            program: program,
            arguments: arguments + [name.library, "\(size)", "\(framesPerSecond)"] + (device.map { ["--device", $0] } ?? []))
        launch.environment = Launch.wholeEnvironment()
        // As where it is to encode.
        (launch.endsWithThread, launch.gainsNoPrivileges, launch.mostDataBytes) = (true, true, EncoderProgram.mostDataBytes)
        func failed(_ problem: String) -> EncoderTrial { EncoderTrial(name, size: size, framesPerSecond: framesPerSecond, problem: problem) }
        let child: ChildProcess
        do throws(SystemError) { child = try ChildProcess(launch) } catch { return failed("it could not be tried: \(error)") }
        let (said, end) = output(of: child)
        switch end {
        case nil: return failed("it did not answer within \(Int(clamping: limit.inSeconds)) s: its driver hangs")
        case .killed(let signal)?: return failed("it crashed (signal \(signal))")
        case .exited(let status)?:
            // Drivers write what they like around it.
            let lines = said.split(separator: UInt8(ascii: "\n")).reversed()
            for line in lines where line.first == UInt8(ascii: "{") {
                if let trial = try? JSONDecoder().decode(EncoderTrial.self, from: Data(line)) { return trial }  // the driver's own braces
            }
            return failed("it ended without a result (status \(status))")
        }
    }

    /// What it wrote, and how it ended; `nil` where it had to be ended.
    private func output(of child: ChildProcess) -> (said: [UInt8], end: ChildProcess.End?) {
        let deadline = MediaTime.now() + limit
        var said: [UInt8] = []
        while true {
            let hasEnded = child.hasEnded
            read(child.textDescriptor, into: &said)
            if hasEnded { return (said, child.end(patience: .zero)) }
            guard MediaTime.now() < deadline else {
                child.signalFamily(SIGKILL)
                _ = child.end(patience: .zero)
                return (said, nil)
            }
            var entries = [
                pollfd(fd: child.endDescriptor, events: Int16(POLLIN), revents: 0),
                pollfd(fd: child.textDescriptor, events: Int16(POLLIN), revents: 0),
            ]
            _ = pollUntil(min(deadline, .now() + .milliseconds(50)), &entries, entries.count)
        }
    }

    private func read(_ descriptor: Int32, into said: inout [UInt8]) {
        withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) { buffer in
            while true {
                let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
                guard count > 0 else { return }
                said += buffer[..<count]
                // What counts comes last.
                if said.count > Self.mostBytes { said.removeFirst(said.count - Self.mostBytes) }
            }
        }
    }
}
