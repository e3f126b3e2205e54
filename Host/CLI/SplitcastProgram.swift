import Glibc
import Platform

/// The program `splitcast`.
public enum SplitcastProgram {
    /// Does what the arguments ask for, and ends the process. On the main thread: what becomes another program here dies with its parent's.
    @MainActor public static func run() async -> Never {
        returnLargeMemory()
        StandardStreams.claim()
        // Stream keys come by arguments, files and the terminal: before any of them is read.
        ProcessPrivacy.claim()
        let arguments = Array(CommandLine.arguments.dropFirst())
        let serviceManager = ServiceNotifier.claim()
        do throws(CommandFailure) {
            if let passedOn = ConformanceCommand.arguments(of: arguments) { try ConformanceCommand.become(with: passedOn) }
            try RunEncoderCommand.become(ifAskedBy: arguments)
            try RunFilterCommand.become(ifAskedBy: arguments)
            RunHookCommand.become(ifAskedBy: arguments)
        } catch {
            Console.standard.complain(error.message)
            exit(error.exitCode)
        }
        var code = await Service.$notifier.withValue(serviceManager) { await SplitcastCommand.launch(arguments) }
        if let problem = StandardStreams.flush() {
            Console.standard.complain(problem)
            if code == 0 { code = CommandFailure.Code.failed.rawValue }
        }
        Console.standard.end(within: .seconds(1))
        FileLock.removeHeld()
        exit(code)
    }
}
