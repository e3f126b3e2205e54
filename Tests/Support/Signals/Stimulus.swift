public import Fixtures
public import Platform

/// A known workload over the whole of a screen of X or Wayland; see Tests/Support/StampStimulus/main.c for what each one does.
public final class Stimulus: Sendable {
    public enum Workload: String, Sendable, CaseIterable {
        case idle, typing, scroll, motion
        /// Full motion under heavy grain.
        case grain
        /// Black; white for 100 ms at each moment of moments.h, some 2 s apart. Without a stamp.
        case flash

        /// Frames a second unless told otherwise.
        public var usualRate: Int {
            switch self {
            case .idle, .flash: 2
            case .typing: 10
            case .scroll, .motion, .grain: 30
            }
        }
    }

    public let process: FixtureProcess

    /// Returns when the first frame is on the screen.
    ///
    /// - Parameters:
    ///   - firstNumber: of the first stamp; tells the frames of several stimuli apart.
    ///   - name: of the screen, where a desktop of Wayland has several.
    public init(
        _ workload: Workload, on screen: some DrawnScreen, framesPerSecond: Int? = nil, firstNumber: UInt32 = 0, screen name: String? = nil
    ) throws {
        process = try FixtureProcess(
            [builtProduct("StampStimulus"), workload.rawValue, "\(framesPerSecond ?? workload.usualRate)", "0", "0", "\(firstNumber)"],
            environment: screen.environment.merging(["STIMULUS_SCREEN": name]) { $1 })
        try process.waitForOutput("ready")
    }

    /// Shows a still colour chart. On Wayland it is said to have changed once a second, since casts begin with a change.
    ///
    /// - Parameter pointer: where the pointer goes, on X.
    public init(_ chart: ColourChart, on screen: some DrawnScreen, pointer: (x: Int, y: Int)? = nil) throws {
        process = try FixtureProcess(
            [builtProduct("StampStimulus"), "chart", chart.argument],
            environment: screen.environment.merging(["STIMULUS_POINTER": pointer.map { "\($0.x),\($0.y)" }]) { $1 })
        try process.waitForOutput("ready")
    }

    /// Shows still lines that are a pixel wide, and text.
    public init(_ lines: ColourLines, on screen: some DrawnScreen) throws {
        process = try FixtureProcess([builtProduct("StampStimulus"), "lines"] + lines.arguments, environment: screen.environment)
        try process.waitForOutput("ready")
    }

    /// When each flash so far was on the screen, as the stimulus itself has it.
    public var flashTimes: [MediaTime] {
        process.output.split(separator: "\n").compactMap { line in
            guard line.hasPrefix("flash "), let time = Int64(line.dropFirst(6)) else { return nil }
            return MediaTime(nanoseconds: time)
        }
    }

    public func stop() { process.end() }
}
