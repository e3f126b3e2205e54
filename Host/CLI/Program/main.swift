import SplitcastCLI

await SplitcastProgram.run()
