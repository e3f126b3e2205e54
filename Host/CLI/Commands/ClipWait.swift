import Control
import Glibc
import Platform
import Session

/// Waits until a clip is ready, saying on a terminal how far it is.
struct ClipWait {
    private let client: ControlClient
    private let console: Console

    init(_ client: ControlClient, console: Console = .standard) { (self.client, self.console) = (client, console) }

    /// - Returns: what became of it, in a line.
    /// - Throws: why it cannot be used.
    @available(*, noasync)
    func wait(for choice: ClipChoice) throws(CommandFailure) -> String {
        let file = PlainText.of(choice.path)
        var number: Int?
        defer { console.show("") }
        while true {
            let status: SessionStatus
            do throws(ControlError) { status = try client.status() } catch { throw CommandFailure(error) }
            guard let clip = status.background.clip, clip.file == choice.path, number == nil || number == clip.number else {
                throw CommandFailure(.failed, "something else was asked for meanwhile")
            }
            number = clip.number
            if clip.hasFailed { throw CommandFailure(.failed, PlainText.of(clip.problem)) }
            if clip.state == "ready" { return file }
            if status.state == "waiting" { return "\(file), which is prepared when the broadcast has its first picture" }
            if console.isTerminal { console.show("preparing \(file) … \(clip.percent) %") }
            _ = poll(nil, 0, 50)
        }
    }
}
