import Glibc

/// One line to standard error, with the agent's name: for people who started it by hand, and for the host's log.
public func report(_ line: String) {
    let bytes = Array("splitcast-capture: \(line)\n".utf8)
    _ = write(2, bytes, bytes.count)
}
