import Glibc
import Platform

/// Files of this machine.
enum LocalFile {
    static func bytes(of path: String, longest: Int) throws(DownloadError) -> [UInt8] {
        let descriptor: Int32
        do throws(SystemError) { descriptor = try systemCall("open") { open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK) } } catch {
            throw DownloadError(
                .badAddress, "\(path): \(error.reason): give an address such as https://example.com/master.m3u8, or a playlist's file")
        }
        defer { close(descriptor) }
        var (bytes, piece): ([UInt8], [UInt8]) = ([], [UInt8](repeating: 0, count: 256 * 1024))
        while true {
            let count: Int
            do throws(SystemError) { count = try systemCall("read") { read(descriptor, &piece, piece.count) } } catch {
                let example = (error.number == EISDIR ? path + "/" : "") + "master.m3u8"
                throw DownloadError(.badAddress, "\(path): \(error.reason): give a playlist's file, such as \(example)")
            }
            guard count > 0 else { return bytes }
            guard bytes.count + count <= longest else {
                throw DownloadError(.damaged, "\(path) has more than \(longest >> 20) MiB, which no playlist has")
            }
            bytes += piece[..<count]
        }
    }
}
