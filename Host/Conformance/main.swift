import Glibc

exit(ConformanceCommand.launch(Array(CommandLine.arguments.dropFirst())))
