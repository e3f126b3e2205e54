import Glibc
import Platform

StandardStreams.claim()
let code = ConformanceCommand.launch(Array(CommandLine.arguments.dropFirst()))
guard let problem = StandardStreams.flush() else { exit(code) }
ConformanceCommand.complain(problem)
exit(code == 0 ? 1 : code)
