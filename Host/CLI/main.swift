import Glibc

let arguments = Array(CommandLine.arguments.dropFirst())
if let passedOn = ConformanceCommand.arguments(of: arguments) {
    do throws(CommandFailure) { try ConformanceCommand.become(with: passedOn) } catch {
        Console.standard.complain(error.message)
        exit(error.exitCode)
    }
}
exit(await SplitcastCommand.launch(arguments))
