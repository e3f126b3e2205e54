import Glibc

exit(await SplitcastCommand.launch(Array(CommandLine.arguments.dropFirst())))
