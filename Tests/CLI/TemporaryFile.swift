import Fixtures
import Foundation

/// A file that goes with its owner.
final class TemporaryFile {
    private let scratch = Scratch()
    var path: String { scratch.file("file") }

    convenience init(_ text: String) throws { try self.init(bytes: Array(text.utf8)) }

    init(bytes: [UInt8]) throws { try Data(bytes).write(to: URL(fileURLWithPath: path)) }

    var text: String { textOfFile(path) }
}
