import Glibc
import Platform

// Stream keys come by arguments, files and the terminal: before any of them is read.
ProcessPrivacy.claim()
let arguments = Array(CommandLine.arguments.dropFirst())
if let passedOn = ConformanceCommand.arguments(of: arguments) {
    do throws(CommandFailure) { try ConformanceCommand.become(with: passedOn) } catch {
        Console.standard.complain(error.message)
        exit(error.exitCode)
    }
}
let code = await SplitcastCommand.launch(arguments)
Console.standard.end(within: .seconds(1))
exit(code)
