import Fixtures
import Foundation
public import Frames

/// A compositor of ours with one screen, IMAGE-1, whose copies it offers by ext-image-copy-capture (Tests/Support/ImageScreen).
///
/// One thread at a time; its functions block.
public final class ImageScreenServer {
    private let process: FixtureProcess
    private let commands: FileHandle
    private let scratch: Scratch
    private var answers = 0

    /// What a client takes for a display: the path of its socket.
    public let display: String

    public init(width: Int, height: Int) throws {
        scratch = Scratch()
        display = scratch.file("image-0")
        let pipe = scratch.file("commands")
        mkfifo(pipe, 0o600)
        commands = FileHandle(fileDescriptor: open(pipe, O_RDWR | O_CLOEXEC), closeOnDealloc: true)
        process = try FixtureProcess(
            [try builtProduct("ImageScreen"), "image-0", pipe, "\(width)", "\(height)"],
            environment: ["XDG_RUNTIME_DIR": (display as NSString).deletingLastPathComponent])
        try process.waitForOutput("ready")
    }

    deinit { process.end(grace: .seconds(2)) }

    private func order(_ line: String) throws {
        try commands.write(contentsOf: Data((line + "\n").utf8))
        answers += 1
        try waitUntil("an answer to '\(line)': \(process.output.suffix(300))") {
            try process.expectRunning()
            return process.output.matches(of: /done/).count >= answers
        }
    }

    /// Draws. Returns once the compositor has shown it.
    public func fill(_ rectangle: PixelRectangle, _ colour: UInt32) throws {
        try order("fill \(rectangle.x) \(rectangle.y) \(rectangle.width) \(rectangle.height) \(String(colour, radix: 16))")
    }

    public func resize(_ size: PixelSize) throws { try order("size \(size.width) \(size.height)") }

    /// - Parameter transform: `wl_output.transform`.
    public func turn(_ transform: Int) throws { try order("turn \(transform)") }

    /// Ends what clients are copying from; they may begin anew.
    public func stopCopies() throws { try order("stop") }

    /// How many pixels each copy so far has written.
    public var copies: [Int] { process.output.matches(of: /copied (\d+)/).map { Int($0.1)! } }
}
