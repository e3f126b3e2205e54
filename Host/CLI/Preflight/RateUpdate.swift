import AppGroup
import Control
import Frames
import Picture
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

    /// Whether the line carries what all targets of the host may send.
    @available(*, noasync)
    func warning(_ line: SharedLine) throws(CommandFailure) -> String? {
        do throws(ControlError) { return line.warning(try client.status()) } catch { throw CommandFailure(error) }
    }

    /// What of a setting the host was told.
    struct Applied: Hashable {
        let setting: StreamSetting
        /// `nil` where the picture keeps what it has.
        let picture: PictureRequest?
    }

    /// The best setting counts whose picture is no larger than the host's: where it is smaller, the picture becomes as small.
    ///
    /// - Returns: what was applied; `nil` when there is none.
    @available(*, noasync)
    func apply(_ settings: [StreamSetting]) throws(CommandFailure) -> Applied? {
        do throws(ControlError) {
            let picture = try client.status().picture
            let rate = Int(clamping: picture.maxFps.perSecond.rounded())
            guard let setting = Self.choice(of: settings, size: picture.size, framesPerSecond: rate) else { return nil }
            let request = PictureRequest(
                size: Self.size(for: setting, insteadOf: picture.size),
                framesPerSecond: setting.framesPerSecond < rate ? FrameRate(setting.framesPerSecond) : nil)
            let isChanged = request.size != nil || request.framesPerSecond != nil
            if isChanged { try client.steer(request) }
            let floor = min(setting.leastBitsPerSecond, setting.bitsPerSecond)
            _ = try client.steer(RateRequest(ceiling: setting.bitsPerSecond, floor: floor))
            return Applied(setting: setting, picture: isChanged ? request : nil)
        } catch { throw CommandFailure(error) }
    }

    /// The setting's size in the shape of the picture; `nil` where the picture is hardly larger, or not known yet.
    static func size(for setting: StreamSetting, insteadOf text: String) -> PixelSize? {
        guard case .fixed(let current)? = EncodingRequest.Size(text) else { return nil }
        let share = (Double(setting.size.width * setting.size.height) / Double(current.width * current.height)).squareRoot()
        guard share < 0.9 else { return nil }
        let hasItsShape = setting.size.width * current.height == setting.size.height * current.width
        return hasItsShape ? setting.size : current.reduced(toPercent: Int(clamping: share * 100))
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
