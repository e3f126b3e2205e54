import Fixtures
import Foundation
import TestSupport

/// What a host has counted of pictures so far: where, between screen and recording, a frame went.
struct FrameAccount {
    /// Frames that the live agent handed over.
    let captured: Int
    /// Of those, replaced by newer ones before they were used.
    let superseded: Int
    /// Pictures encoded because something had changed.
    let encoded: Int
    /// Pictures encoded for any reason.
    let allEncoded: Int

    init(of stream: TestSupport.Stream) throws {
        let status = try stream.status()
        let agent = (status["agents"] as? [[String: Any]] ?? []).first { $0["isLive"] as? Bool == true } ?? [:]
        let picture = status["picture"] as? [String: Any] ?? [:]
        func number(_ values: [String: Any], _ name: String) throws -> Int {
            guard let number = values[name] as? Int else { throw FixtureError("the status has no \(name): \(status)") }
            return number
        }
        captured = try number(agent, "frames")
        superseded = try number(agent, "superseded")
        allEncoded = try number(picture, "framesEncoded")
        encoded = try allEncoded - number(picture, "keepAlives")
    }

    /// The account of a screen that has come to rest: all that was captured has gone its way.
    static func atRest(_ stream: TestSupport.Stream) throws -> FrameAccount {
        var last = try FrameAccount(of: stream)
        try waitUntil("the screen to rest") {
            letRun(for: .milliseconds(200))
            let now = try FrameAccount(of: stream)
            defer { last = now }
            return now.captured == last.captured && now.encoded == last.encoded
        }
        return last
    }
}
