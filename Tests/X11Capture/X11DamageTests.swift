import CaptureKit
import Frames
import Glibc
import Platform
import ServerFixtures
import Testing

@testable import X11Capture

@Suite struct X11DamageTests {
    @Test func everythingIsDamagedAtFirst() throws {
        let server = try XvfbServer(width: 640, height: 480)
        let capture = try CaptureFixture(server.display)
        let events = try capture.wait(for: .damaged)
        #expect(events.contains(.pointerImageChanged))
        #expect(try capture.takeDamage() == Damage(PixelRectangle(x: 0, y: 0, width: 640, height: 480)))
        #expect(try capture.takeDamage().isEmpty)
    }

    @Test func aSmallChangeIsSmallDamage() throws {
        let server = try XvfbServer(width: 640, height: 480)
        let client = try DrawingClient(server.display)
        let capture = try CaptureFixture(server.display)
        try capture.settle()
        client.fill(0x123456, x: 300, y: 200, width: 20, height: 10)
        try capture.wait(for: .damaged)
        #expect(try capture.takeDamage() == Damage(PixelRectangle(x: 300, y: 200, width: 20, height: 10)))
    }

    @Test func damageIsToldOnceUntilItIsTaken() throws {
        let server = try XvfbServer(width: 640, height: 480)
        let client = try DrawingClient(server.display)
        let capture = try CaptureFixture(server.display)
        try capture.wait(for: .damaged)
        client.fill(0x123456, x: 1, y: 2, width: 3, height: 4)
        client.synchronise()
        _ = try capture.backend.pointerPosition()
        while try !capture.backend.takeEvents().isEmpty {}
        client.fill(0x654321, x: 1, y: 2, width: 3, height: 4)
        client.synchronise()
        _ = try capture.backend.pointerPosition()
        #expect(capture.backend.nextEventTime == nil)
        _ = try capture.takeDamage()
        client.fill(0x123456, x: 1, y: 2, width: 3, height: 4)
        try capture.wait(for: .damaged)
    }

    @Test func damageCountsFromTheRegionAndEndsWithIt() throws {
        let server = try XvfbServer(width: 640, height: 480)
        let client = try DrawingClient(server.display)
        let capture = try CaptureFixture(server.display, .region(PixelRectangle(x: 100, y: 50, width: 200, height: 100)))
        try capture.settle()
        client.fill(0x010203, x: 500, y: 400, width: 20, height: 20)
        client.fill(0x123456, x: 90, y: 60, width: 20, height: 10)
        client.synchronise()
        try capture.wait(for: .damaged)
        #expect(try capture.takeDamage() == Damage(PixelRectangle(x: 0, y: 10, width: 10, height: 10)))
    }

    /// An event that xcb read along with a reply must not be left where poll(2) does not see it.
    @Test func damageThatCameWithAReplyIsStillTold() throws {
        let server = try XvfbServer(width: 640, height: 480)
        let client = try DrawingClient(server.display)
        let capture = try CaptureFixture(server.display)
        try capture.settle()
        client.fill(0x123456, x: 1, y: 2, width: 3, height: 4)
        client.synchronise()
        _ = try capture.backend.pointerPosition()
        #expect(capture.backend.nextEventTime != nil)
        #expect(try capture.backend.takeEvents().contains(.damaged))
    }

    @Test(arguments: [TransferChoice.descriptor, .segment, .socket])
    func theLastChangeIsNeverLost(transfer: TransferChoice) throws {
        let server = try XvfbServer(width: 640, height: 480)
        let capture = try CaptureFixture(server.display, transfer: transfer)
        let display = server.display
        let client = try DrawingClient(display)
        for burst in 0..<10 {
            let finished = try Wakeup()
            let painter = try Worker(name: "painter") {
                defer { finished.signal() }
                guard let client = try? DrawingClient(display) else { return }  // the comparison below fails then
                for number in noise(count: 15, seed: UInt64(burst * 7 + 1)) {
                    client.fill(number, x: Int(number % 600), y: Int(number >> 10) % 440, width: 40, height: 1 + Int(number % 40))
                    client.synchronise()
                }
            }
            defer { painter.join() }
            let deadline = MediaTime.now() + .seconds(10)
            while !finished.wait(until: .now()), MediaTime.now() < deadline {
                try capture.follow()
                capture.waitReadable(until: deadline, or: finished.descriptor)
            }
            painter.join()
            // A round trip: all events of the server have arrived now.
            _ = try capture.backend.pointerPosition()
            try capture.follow()
            #expect(capture.shows(client.image(x: 0, y: 0, width: 640, height: 480)), "burst \(burst)")
        }
    }
}
