import AppGroup
import Control
import Delivery
import Session

/// Tells the running host of a group what a line was found fit for.
struct RateErrand {
    private let client: ControlClient

    init(_ group: GroupName) throws(CommandFailure) {
        do throws(GroupError) { client = try ControlClient(group) } catch { throw CommandFailure(error) }
    }

    /// Whether a host is there.
    @available(*, noasync)
    func check() throws(CommandFailure) {
        do throws(ControlError) { _ = try client.status() } catch { throw CommandFailure(error) }
    }

    @available(*, noasync)
    func apply(_ setting: StreamSetting) throws(CommandFailure) {
        let request = RateRequest(ceiling: setting.bitsPerSecond, floor: min(setting.leastBitsPerSecond, setting.bitsPerSecond))
        do throws(ControlError) { _ = try client.steer(request) } catch { throw CommandFailure(error) }
    }
}
