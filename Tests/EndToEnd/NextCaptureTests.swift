import Fixtures
import Foundation
import ServerFixtures
import TestSupport
import Testing

/// `splitcast swap next`: from monitor to monitor of a display.
@Suite(.serialized) struct NextCaptureTests {
    private let scratch = Scratch()

    private func captured(_ stream: TestSupport.Stream) throws -> String? {
        try stream.agents().first { $0["isLive"] as? Bool == true && $0["place"] as? String == "screen" }?["screen"] as? String
    }

    /// A half of the chart: each of its columns twice as wide.
    private func half(from column: Int) -> ColourChart {
        ColourChart(colours: (0..<3).flatMap { row in (0..<6).map { ColourChart.standard.colours[row * 6 + column + $0 / 2] } })
    }

    @Test func monitorsComeOneAfterTheOther() throws {
        let screen = try XvfbServer(width: 640, height: 360)
        try screen.run("xrandr", "--setmonitor", "left", "320/85x360/95+0+0", "screen")
        try screen.run("xrandr", "--setmonitor", "right", "320/85x360/95+320+0", "none")
        let chart = try Stimulus(.standard, on: screen)
        let stream = try Stream(
            ["live", "--display", screen.display, "--size", "320x360", "--mic", "none", "--http", "off", "--record", scratch.file("next.mkv")],
            screen: screen)
        try stream.waitUntilLive()
        try stream.command("sources", "add", "card=pattern:320x180", "--layer", "card=hidden")
        #expect(try captured(stream) == screen.display)
        for (name, column) in [("left", 0), ("right", 3), ("left", 0)] {
            let swap = try stream.running("swap", "next")
            #expect(swap.exitStatus(within: .seconds(30)) == .exited(0), "\(swap.output)")
            #expect(try captured(stream) == screen.display + " " + name)
            let file = scratch.file("\(UUID()).png")
            try stream.command("snapshot", "--out", file)
            let deviations = try half(from: column).deviations(in: file)
            #expect(deviations.allSatisfy { $0 <= 6 }, "\(name): \(deviations)")
        }
        let card = try stream.running("swap", "--source", "card", "next")
        #expect(card.exitStatus(within: .seconds(30)) == .exited(1), "\(card.output)")
        #expect(card.output.contains("test card has nothing that comes next"), "\(card.output)")
        try stream.command("detach", "card")
        let nothing = try stream.running("swap", "--source", "card", "next")
        #expect(nothing.exitStatus(within: .seconds(30)) == .exited(1) && nothing.output.contains("nothing is captured for the source \"card\""))
        try stream.stop()
        withExtendedLifetime(chart) {}
    }
}
