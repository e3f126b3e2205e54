import AppGroup
import Delivery
import MediaBed
import Testing

@Suite(.timeLimit(.minutes(15))) struct SrtTests {
    @Test func anSRTListenerGetsTheStream() throws {
        let scratch = ScratchDirectory()
        let port = Port.free()
        let listener = try Server(
            "srt-live-transmit", ["-a:no", "srt://127.0.0.1:\(port)?mode=listener&passphrase=longsecretwords", "file://con"],
            log: scratch.file("a.ts"))
        let broadcast = try Broadcast(speed: 2)
        let target = try broadcast.add("srt://127.0.0.1:\(port)?passphrase=longsecretwords")
        #expect(Watchdog.until { target.status.state == .live }, "\(target.status)")
        #expect(broadcast.goesOn(pictures: 150))
        broadcast.end()
        listener.wait()
        #expect(target.status.state == .closed && target.status.droppedPictures == 0)
        #expect(Program.probe(scratch.file("a.ts"), "packet=pts", ["-select_streams", "v"]).count > 120)
    }

    @Test func aWrongPassphraseIsTriedAgainWithoutBeingTold() throws {
        let scratch = ScratchDirectory()
        let port = Port.free()
        let listener = try Server(
            "srt-live-transmit", ["srt://127.0.0.1:\(port)?mode=listener&passphrase=longsecretwords", "file://con"], log: scratch.file("a.ts"))
        defer { listener.end() }
        let broadcast = try Broadcast()
        defer { broadcast.end() }
        let target = try broadcast.add("srt://127.0.0.1:\(port)?passphrase=otherlongwords")
        #expect(Watchdog.until { target.status.lastError != nil })
        #expect(target.status.lastError?.message.contains("otherlongwords") == false)
        #expect(target.status.lastError?.code == .unreachable, "\(target.status)")
        #expect(target.status.lastError?.message.contains("passphrase") == true && target.status.bytesSent == 0)
    }
}
