import Glibc

/// The private memory of a process in KiB, from the kernel's own figures (proc(5), smaps_rollup); 0 when it is gone.
func privateMemoryKiB(of processID: Int32) -> Int {
    let descriptor = open("/proc/\(processID)/smaps_rollup", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return 0 }
    defer { close(descriptor) }
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = read(descriptor, &buffer, buffer.count)
    guard count > 0 else { return 0 }
    var total = 0
    for line in String(decoding: buffer[0..<count], as: UTF8.self).split(separator: "\n") {
        guard line.hasPrefix("Private_Clean:") || line.hasPrefix("Private_Dirty:") else { continue }
        total += line.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    }
    return total
}
