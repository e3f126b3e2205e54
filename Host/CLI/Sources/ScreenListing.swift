import AppGroup
import FoundationEssentials
import Glibc
import Intake

/// The screens of this machine, as the X11 agent lists them: the host itself knows no screen.
enum ScreenListing {
    struct Screen: Codable, Hashable {
        /// What `--display` takes.
        let display: String
        /// What `--screen` takes; `nil` for a display without monitors.
        let screen: String?
        let width: Int
        let height: Int
        let x: Int
        let y: Int
        let isPrimary: Bool

        private enum CodingKeys: String, CodingKey {
            case display, screen, width, height, x, y
            case isPrimary = "primary"
        }
    }

    private static let timeLimit = Duration.seconds(5)
    private static let agent = "splitcast-capture-x11"

    @available(*, noasync)
    static func screens() throws(CommandFailure) -> [Screen] {
        guard let program = AgentCommandLine.find(agent) else {
            throw CommandFailure(.nothingToCapture, "there is no \(agent) beside splitcast or in PATH: build or install it (make build)")
        }
        let (text, end) = try run(program, ["--list", "--json"])
        do { return try JSONDecoder().decode([Screen].self, from: Data(text)) } catch {
            let words = String(decoding: text, as: UTF8.self).split(whereSeparator: \.isNewline).last.map(String.init) ?? "\(end)"
            throw CommandFailure(.nothingToCapture, words)
        }
    }

    @available(*, noasync)
    private static func run(_ program: String, _ arguments: [String]) throws(CommandFailure) -> ([UInt8], ChildProcess.End) {
        let child: ChildProcess
        do throws(SystemError) { child = try ChildProcess(program: program, arguments: arguments) } catch {
            throw CommandFailure(.nothingToCapture, "\(error)")
        }
        let deadline = MediaTime.now() + timeLimit
        var text: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 16 * 1024)
        while true {
            var entry = pollfd(fd: child.textDescriptor, events: Int16(POLLIN), revents: 0)
            guard pollUntil(deadline, &entry, 1) > 0 else {
                _ = child.end(patience: .zero)
                throw CommandFailure(.nothingToCapture, "\(agent) --list does not answer: is the X server hanging?")
            }
            let count = read(child.textDescriptor, &buffer, buffer.count)
            guard count > 0 else { return (text, child.end(patience: .seconds(1))) }
            text += buffer[..<count]
        }
    }
}
