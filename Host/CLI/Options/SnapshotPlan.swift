import Codec
import Glibc
import Session

/// Where a row of snapshots goes, with absolute paths: the host runs in another directory.
struct SnapshotPlan {
    let count: Int
    private let place: SnapshotRequest.Place
    private let format: StillFormat
    private let source: String

    /// - Parameters:
    ///   - out: as `--out` has it.
    ///   - format: `nil` for what `out` says.
    /// - Throws: what is wrong with it, also that a file is there already.
    init(out: String, count: Int, format: StillFormat?, source: String) throws(CommandFailure) {
        (self.count, self.source) = (count, source)
        guard !out.isEmpty, !out.contains("://") else {
            throw OptionText.wrong("--out", out, "give a folder such as shots/, or a file such as a.png")
        }
        let path = AbsolutePath.of(plain: out)
        var facts = stat()
        let isThere = stat(path, &facts) == 0
        let isFolder = isThere && facts.st_mode & S_IFMT == S_IFDIR
        if !isFolder, !out.hasSuffix("/"), out.split(separator: "/").last?.contains(".") == true {
            guard let named = StillFormat(ofFile: path) else {
                throw OptionText.wrong("--out", out, "give a folder, such as \(out)/, or a file that ends in .png or .jpg")
            }
            if let format, format != named {
                throw OptionText.wrong("--out", out, "a file of --format \(format.rawValue) ends in .\(format.ending); leave --format out, or rename")
            }
            (place, self.format) = (.file(path), named)
        } else {
            (place, self.format) = (.folder(path), format ?? .png)
        }
        if isThere, !isFolder, case .folder = place { throw CommandFailure(.failed, "--out \(out): is not a folder: choose another name") }
        for number in 0..<count {
            guard case .file(let path) = request(number).place else { break }
            guard lstat(path, &facts) != 0 else { throw CommandFailure(.failed, "\(path) exists: choose another name, or remove it first") }
        }
    }

    /// - Parameter number: from 0 on.
    func request(_ number: Int) -> SnapshotRequest {
        guard count > 1, case .file(let path) = place, let dot = path.lastIndex(of: ".") else {
            return SnapshotRequest(place, format: format, source: source)
        }
        return SnapshotRequest(.file("\(path[..<dot])-\(number + 1)\(path[dot...])"), format: format, source: source)
    }
}
