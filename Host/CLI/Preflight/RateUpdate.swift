import AppGroup
import Control
import Platform
import Preflight
import Session

/// Tells the running host of a group which bit rate the network was found to carry.
struct RateUpdate {
    private let client: ControlClient

    init(_ group: GroupName) throws(CommandFailure) {
        do throws(GroupError) { client = try ControlClient(group) } catch { throw CommandFailure(error) }
    }

    /// Whether a host is there.
    @available(*, noasync)
    func check() throws(CommandFailure) {
        do throws(ControlError) { _ = try client.status() } catch { throw CommandFailure(error) }
    }

    /// Its picture keeps size and frame rate; so the best setting that is no larger counts.
    ///
    /// - Returns: what was applied; `nil` when there is none.
    @available(*, noasync)
    func apply(_ settings: [StreamSetting]) throws(CommandFailure) -> StreamSetting? {
        do throws(ControlError) {
            let picture = try client.status().picture
            guard let setting = Self.choice(of: settings, size: picture.size, framesPerSecond: Int(clamping: picture.maxFps.perSecond.rounded())) else { return nil }
            let floor = min(setting.leastBitsPerSecond, setting.bitsPerSecond)
            _ = try client.steer(RateRequest(ceiling: setting.bitsPerSecond, floor: floor))
            return setting
        } catch { throw CommandFailure(error) }
    }

    /// - Parameter size: as `status` has it; empty before the first picture.
    static func choice(of settings: [StreamSetting], size: String, framesPerSecond: Int) -> StreamSetting? {
        let sides = size.split(separator: "x").compactMap { Int($0) }
        guard sides.count == 2 else { return settings.first }
        let fitting = settings.first { setting in
            setting.size.width <= sides[0] && setting.size.height <= sides[1] && setting.framesPerSecond <= max(framesPerSecond, 15)
        }
        return fitting ?? settings.last
    }
}
