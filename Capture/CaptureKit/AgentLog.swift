import Glibc

/// One line to standard error, with the agent's name: what people who started it by hand, or the host's log, should read.
public func report(_ line: String) {
    let bytes = Array("splitcast-capture: \(line)\n".utf8)
    _ = write(2, bytes, bytes.count)
}
