import AppGroup
import Control
import Session

/// Asks the host of a group about its targets, or for a change of them.
struct TargetRequestRun {
    /// Removing one waits for its ending.
    private static let timeLimit = Duration.seconds(15)
    let group: GroupName
    private let client: ControlClient

    init(_ group: GroupOption) throws(CommandFailure) {
        self.group = try group.name()
        do throws(GroupError) { client = try ControlClient(self.group, timeLimit: Self.timeLimit) } catch { throw CommandFailure(error) }
    }

    @available(*, noasync)
    func targets() throws(CommandFailure) -> [SessionStatus.Target] {
        do throws(ControlError) { return try client.targets() } catch { throw CommandFailure(error) }
    }

    /// Returns how the targets are when it was carried out.
    @available(*, noasync)
    @discardableResult
    func steer(_ request: TargetRequest) throws(CommandFailure) -> [SessionStatus.Target] {
        do throws(ControlError) { return try client.steer(request) } catch { throw CommandFailure(error) }
    }
}
