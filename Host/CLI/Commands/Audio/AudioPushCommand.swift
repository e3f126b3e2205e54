import ArgumentParser
struct AudioPushCommand: ParsableCommand {}
