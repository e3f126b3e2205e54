import Fixtures
import Frames
import Glibc
import Platform
import ServerFixtures

/// The two desktops that a storm captures, one of X and one of Wayland, each in full motion, and what kills and revives them.
///
/// One owner; its functions block.
final class StormDesktops {
    static let size = PixelSize(width: 640, height: 360)
    static let framesPerSecond = 30
    private static let numbersPerDesktop: UInt32 = 1_000_000_000
    /// Each new stimulus counts from a number beyond all of the one before.
    private static let numbersPerStimulus: UInt32 = 4_000_000

    /// For the recording: they lie in one place, and their numbers tell them apart.
    static let screens = (0..<2).map { index in
        SwitchReader.Screen(size, on: size, numbers: UInt32(index) * numbersPerDesktop..<UInt32(index + 1) * numbersPerDesktop)
    }

    let wayland: SwayDesktop
    let display: String
    private var screen: XvfbServer
    private var stimulus: Stimulus
    private let waylandStimulus: Stimulus
    private var stimuli: UInt32 = 1

    init() throws {
        // Beyond those that other servers choose by themselves: no one takes the display while its server is away.
        display = ":\(1000 + getpid() % 30_000)"
        screen = try XvfbServer(width: Self.size.width, height: Self.size.height, display: display)
        stimulus = try Stimulus(.motion, on: screen)
        wayland = try SwayDesktop(width: Self.size.width, height: Self.size.height)
        waylandStimulus = try Stimulus(.motion, on: wayland, firstNumber: Self.numbersPerDesktop)
    }

    func killDisplay() {
        screen.kill()
        stimulus.stop()
    }

    /// Returns when the new stimulus shows.
    func startDisplay() throws {
        screen = try XvfbServer(width: Self.size.width, height: Self.size.height, display: display)
        stimulus = try Stimulus(.motion, on: screen, firstNumber: stimuli * Self.numbersPerStimulus)
        stimuli += 1
    }

    /// Throws when something of it has ended that no one ended.
    func expectRunning() throws {
        try screen.server.expectRunning()
        for process in [stimulus.process, waylandStimulus.process, try wayland.compositor] { try process.expectRunning() }
    }

    /// What `splitcast swap` is given.
    func arguments(for backend: StormPlan.Backend) -> [String] { [backend.rawValue] + (backend == .x11 ? ["--display", display] : []) }
}
