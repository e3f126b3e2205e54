import AppGroup
import Control
import Platform
import Session

/// Asks the host of a group for something and sees it through.
struct AgentRequestRun {
    private let request: AgentRequest
    private let client: ControlClient
    private let console: Console

    init(_ request: AgentRequest, in group: GroupName, console: Console = .standard) throws(CommandFailure) {
        do throws(GroupError) { client = try ControlClient(group) } catch { throw CommandFailure(error) }
        (self.request, self.console) = (request, console)
    }

    /// Blocks the calling thread until it is done or has failed, `timeLimit` at most.
    @available(*, noasync)
    func run(timeLimit: Duration) throws(CommandFailure) -> AgentOutcome {
        do throws(ControlError) {
            let before = try client.agents()
            let begun = try client.begin(request)
            let start = MediaTime.now()
            defer { console.show("") }
            let operation = try OperationWait(client).end(of: begun, timeLimit: timeLimit) { operation in
                guard console.isTerminal else { return }
                let words = operation.message.isEmpty ? "waiting" : PlainText.of(operation.message)
                let line = "\(words) … \(Figure.fixed((.now() - start).inSeconds)) s"
                console.show(String(line.prefix(max(1, console.columns - 1))))
            }
            return AgentOutcome(request: request, operation: operation, before: before, after: try client.agents())
        } catch { throw CommandFailure(error) }
    }
}
