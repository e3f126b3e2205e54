import Glibc

/// One line to standard error, with the program's name: for people who started it by hand, and for the host's log.
public func report(_ line: String) {
    let bytes = Array("\(programName): \(line)\n".utf8)
    _ = write(2, bytes, bytes.count)
}

/// As it was started, without its folder.
private var programName: Substring { CommandLine.arguments.first?.split { $0 == "/" }.last ?? "splitcast-capture" }
