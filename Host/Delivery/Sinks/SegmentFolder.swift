import Glibc
import Platform
import Protocols

/// A directory of this machine.
final class SegmentFolder: SegmentStore, @unchecked Sendable {
    // @unchecked: `segment`, `hasBegun` and `earlier` belong to the target's thread; the rest is constant.
    let stem: String
    private let directory: String
    private let count: ByteCount
    /// What is written, beside the name that it gets when it is whole.
    private var segment: (file: FileConnection, path: String)?
    private var hasBegun = false
    /// Where the whole broadcast went that lay here; `nil` where there was none.
    private var earlier: String?
    private static let unfinished = ".tmp"
    /// Of files of keys.
    static let keyEnding = ".key"
    /// With less it is not worth while to go on.
    private static let leastFreeBytes = 1 << 20

    /// - Parameter path: of the playlist.
    init(_ path: String, counting count: ByteCount) {
        self.count = count
        let slash = path.lastIndex(of: "/")
        directory = slash.map { String(path[...$0]) } ?? ""
        let name = slash.map { String(path[path.index(after: $0)...]) } ?? path
        stem = String(name.dropLast(".m3u8".count))
    }

    var link: LinkFigures { LinkFigures() }

    func open(_ url: TargetURL, _ playlist: String, isFirst: Bool, until deadline: MediaTime, isWanted: () -> Bool) throws(DeliveryError) {
        try make()
        if isFirst { removeLeftovers() } else { try checkRoom() }
        hasBegun = true
    }

    private func checkRoom() throws(DeliveryError) {
        guard let free = FreeSpace.bytes(in: shown), free < Self.leastFreeBytes else { return }
        throw failure(DeliveryError(.diskFull, "less than 1 MiB is free"))
    }

    /// What may pass, or can be repaired while the broadcast goes on, is a loss, after which it goes on by itself.
    private func failure(_ error: DeliveryError) -> DeliveryError {
        switch error.code {
        case .diskFull:
            guard hasBegun else {
                return DeliveryError(.diskFull, "the disk of \(shown) is full: make room, or choose another folder", cause: error)
            }
            return DeliveryError(.lost, "the disk of \(shown) is full: segments are left out until there is room", cause: error)
        case .notWritable where hasBegun && access(shown, F_OK) != 0:
            return DeliveryError(.lost, "\(shown) is gone: it is made again", cause: error)
        default: return error
        }
    }

    private var shown: String { directory.isEmpty ? "." : directory.count > 1 ? String(directory.dropLast()) : directory }

    /// With those above it. Where they are missing, they are made as the user's other folders are: others read what is in them.
    private func make() throws(DeliveryError) {
        var path = directory.hasPrefix("/") ? "" : "."
        for part in directory.split(separator: "/") {
            path += "/\(part)"
            do throws(SystemError) {
                var facts = stat()
                if stat(path, &facts) != 0 {
                    // Another program may be making it too.
                    guard mkdir(path, 0o777) == 0 || errno == EEXIST else { throw SystemError(operation: "mkdir", number: errno) }
                } else if facts.st_mode & S_IFMT != S_IFDIR {
                    throw SystemError(operation: "mkdir", number: ENOTDIR)
                }
            } catch {
                let shown = path.hasPrefix("./") ? String(path.dropFirst(2)) : path
                throw DeliveryError(
                    .notWritable, "the directory \(shown) cannot be made: \(error.reason); make it, or choose another", cause: error)
            }
        }
    }

    func beginSegment(_ name: String) throws(DeliveryError) {
        close(until: .zero)
        let path = directory + name
        // Not into a file, or over a link, that another user put there.
        unlink(path + Self.unfinished)
        let file = FileConnection(path: path + Self.unfinished, overwrites: false, readers: .anyone, shownPath: path)
        do throws(DeliveryError) { try file.open(until: .zero) } catch { throw failure(error) }
        segment = (file, path)
    }

    func write(_ bytes: UnsafeRawBufferPointer, until deadline: MediaTime) throws(DeliveryError) {
        do throws(DeliveryError) { try segment?.file.write(bytes, until: deadline) } catch { throw failure(error) }
        count.add(bytes.count)
    }

    func endSegment(until deadline: MediaTime) throws(DeliveryError) {
        guard let (file, path) = segment else { return }
        segment = nil
        do throws(DeliveryError) { try file.release() } catch { throw failure(error) }
        try finish(path)
    }

    /// Written beside and renamed.
    func replace(_ text: String, as name: String, until deadline: MediaTime) throws(DeliveryError) {
        let path = directory + name
        // Not into a file, or over a link, that another user put there.
        unlink(path + Self.unfinished)
        let file = FileConnection(path: path + Self.unfinished, overwrites: false, readers: .anyone, shownPath: path)
        do throws(DeliveryError) { try file.open(until: deadline) } catch { throw failure(error) }
        var broken: DeliveryError?
        var text = text
        text.withUTF8 { text in
            do throws(DeliveryError) { try file.write(UnsafeRawBufferPointer(text), until: deadline) } catch { broken = error }
        }
        do throws(DeliveryError) { try file.release() } catch { broken = broken ?? error }
        if let broken {
            unlink(path + Self.unfinished)
            throw failure(broken)
        }
        try finish(path)
    }

    private func finish(_ path: String) throws(DeliveryError) {
        do throws(SystemError) { try systemCall("rename") { rename(path + Self.unfinished, path) } } catch {
            throw failure(DeliveryError(.notWritable, "\(path) cannot be replaced: \(error.reason)", cause: error))
        }
    }

    func remove(_ name: String, until deadline: MediaTime) { unlink(directory + name) }

    func close(until deadline: MediaTime) {
        guard let (file, path) = segment else { return }
        file.close(until: deadline)
        segment = nil
        unlink(path + Self.unfinished)
    }

    /// Nothing here waits for anyone but the disk.
    func interrupt(by time: MediaTime) {}
    func end(by time: MediaTime) {}

    func retire(_ name: String, until deadline: MediaTime) {
        guard let earlier, rename(directory + name, earlier + name) == 0 else { return remove(name, until: deadline) }
    }

    /// An old playlist would send players to segments that are being overwritten. A broadcast that is there from its beginning on is no such
    /// leftover: it goes into a folder of its own, where it plays as before.
    private func removeLeftovers() {
        let names = fileNames(in: directory.isEmpty ? "." : directory)
        var own = names.filter(isOwn)
        earlier = isWhole ? folder(for: own) : nil
        // Without its keys it would be lost all the same.
        if earlier != nil { own += names.filter { $0.hasPrefix(stem + "-key-") && $0.hasSuffix(Self.keyEnding) } }
        for name in [stem + ".m3u8"] + own where earlier == nil || rename(directory + name, earlier! + name) != 0 { unlink(directory + name) }
    }

    /// Whether the playlist is one that keeps everything (RFC 8216bis, section 4.4.3.5).
    private var isWhole: Bool {
        let descriptor = Glibc.open(directory + stem + ".m3u8", O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return false }
        defer { Glibc.close(descriptor) }
        // It stands before the first segment.
        var bytes = [UInt8](repeating: 0, count: 2048)
        let beginning = String(decoding: bytes[..<max(0, read(descriptor, &bytes, bytes.count))], as: UTF8.self)
        return ["VOD", "EVENT"].contains { beginning.range(ofText: "#EXT-X-PLAYLIST-TYPE:\($0)\n") != nil }
    }

    /// `earlier-1764172800/`, by the second of its beginning, which all renditions of a ladder have in their names; `nil` where it cannot be made.
    private func folder(for own: [String]) -> String? {
        let marks = own.compactMap { name in name.dropFirst(stem.count + 1).split(separator: "-").first { $0.utf8.count >= 9 && Int($0) != nil } }
        guard let mark = marks.first else { return nil }
        let path = "\(directory)earlier-\(mark)/"
        return mkdir(path, 0o777) == 0 || errno == EEXIST ? path : nil
    }

    /// Whether a file is named as segments of this playlist and their headers are, whole or not, or as its playlist of key frames. Those of
    /// `talk-2.m3u8` are not those of `talk.m3u8`.
    private func isOwn(_ name: String) -> Bool {
        if name == stem + Self.iFrames { return true }
        let whole = name.hasSuffix(Self.unfinished) ? name.dropLast(Self.unfinished.count) : name[...]
        let shapes = [(stem + "-header-", ".mp4"), (stem + "-", ".ts"), (stem + "-", ".m4s")]
        return shapes.contains { prefix, ending in
            guard whole.utf8.count > prefix.utf8.count + ending.utf8.count, whole.hasPrefix(prefix), whole.hasSuffix(ending) else { return false }
            return Self.isNumber(whole.dropFirst(prefix.count).dropLast(ending.count))
        }
    }

    /// `000041`; of a ladder `1764172800-000041` with the second of its beginning (0 where that is not known), of a part of it `….3`.
    private static func isNumber(_ text: Substring) -> Bool {
        func isDigits(_ text: Substring, atLeast count: Int) -> Bool {
            text.utf8.count >= count && text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        }
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        let numbers = parts[parts.count - 1].split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count <= 2, parts.count == 1 || parts[0] == "0" || isDigits(parts[0], atLeast: 9) else { return false }
        return numbers.count <= 2 && isDigits(numbers[0], atLeast: 6) && (numbers.count == 1 || isDigits(numbers[1], atLeast: 1))
    }

    /// What follows the stem in the name of a playlist of key frames.
    static let iFrames = "-iframes.m3u8"
}
