import Glibc
import Platform
import Protocols

/// The keys of a rendition's segments, each in a file that the user alone may read. Belongs to the target's thread.
struct SegmentKeys {
    /// What a playlist says of a segment.
    struct Key: Hashable {
        /// Of the file.
        let name: String
        let uri: String
        let vector: [UInt8]
    }

    private let encryption: LadderEncryption
    /// With a slash at its end, or empty.
    private let folder: String
    /// What the names of its keys begin with.
    private let stem: String
    private var current: (name: String, bytes: [UInt8], first: Int)?
    private static let length = 16

    /// - Parameter playlist: its path, where it is in a folder.
    init(_ encryption: LadderEncryption, stem: String, playlist: String) {
        self.encryption = encryption
        // Ladders of one name may share a folder of keys: each has a number there, which is the same in its next broadcast.
        self.stem = encryption.keyFolder == nil ? stem + "-key-" : "\(stem)-key-\(Self.number(of: playlist))-"
        folder = encryption.keyFolder.map { $0 + "/" } ?? playlist.lastIndex(of: "/").map { String(playlist[...$0]) } ?? ""
    }

    /// How a segment is encrypted: by its key, which is written before anything that needs it, and from a beginning that no other has.
    ///
    /// - Parameter mark: of the broadcast, for the names of files.
    mutating func next(_ number: Int, _ mark: String, until deadline: MediaTime) throws(DeliveryError) -> (Key, AESEncryption) {
        var key: (name: String, bytes: [UInt8], first: Int)
        if let current, encryption.rotation.map({ number - current.first < $0 }) ?? true {
            key = current
        } else {
            key = ("\(stem)\(mark)-\(SegmentNumber.text(number))\(SegmentFolder.keyEnding)", Self.random(), number)
            try write(key.bytes, as: key.name, until: deadline)
            current = key
        }
        let vector = Self.random()
        do throws(AESEncryption.Problem) {
            let cipher = try AESEncryption(key: key.bytes, initializationVector: vector)
            return (Key(name: key.name, uri: (encryption.keyURI ?? "") + key.name, vector: vector), cipher)
        } catch { throw DeliveryError(.badSetting, "GnuTLS encrypts no AES-128 here: leave the segments unencrypted", cause: error) }
    }

    /// FNV-1a of an address, in digits.
    private static func number(of address: String) -> UInt32 {
        address.utf8.reduce(2_166_136_261) { ($0 ^ UInt32($1)) &* 16_777_619 }
    }

    /// From the kernel.
    private static func random() -> [UInt8] {
        var source = SystemRandomNumberGenerator()
        return (0..<length).map { _ in .random(in: 0 ... .max, using: &source) }
    }

    private func write(_ bytes: [UInt8], as name: String, until deadline: MediaTime) throws(DeliveryError) {
        let path = folder + name
        // Not into a file that another program left there for us to write to.
        unlink(path)
        let file = FileConnection(path: path, overwrites: false, readers: .owner)
        try file.open(until: deadline)
        var failure: DeliveryError?
        bytes.withUnsafeBytes { bytes in do throws(DeliveryError) { try file.write(bytes, until: deadline) } catch { failure = error } }
        do throws(DeliveryError) { try file.release() } catch { failure = failure ?? error }
        if let failure { throw failure }
    }

    func remove(_ name: String) { unlink(folder + name) }

    /// Keys of an earlier broadcast's segments, which are gone too.
    func removeLeftovers() {
        for name in fileNames(in: folder.isEmpty ? "." : folder) where name.hasPrefix(stem) && name.hasSuffix(SegmentFolder.keyEnding) {
            let middle = name.dropFirst(stem.count).dropLast(SegmentFolder.keyEnding.count)
            if middle.utf8.count >= 8, middle.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == "-") }) { unlink(folder + name) }
        }
    }
}

extension SegmentKeys.Key {
    var line: String {
        let digits = vector.map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
        return "#EXT-X-KEY:METHOD=AES-128,URI=\"\(uri)\",IV=0x\(digits)"
    }
}
