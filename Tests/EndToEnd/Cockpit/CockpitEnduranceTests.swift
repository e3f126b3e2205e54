import Fixtures
import Foundation
import Judging
import TestSupport
import Testing

/// The cockpit where it stays open for long, and where the browser has less than others.
@Suite(.serialized, .rerunWhenLate) struct CockpitEnduranceTests {
    /// Before the page's own scripts: it asks for the status a hundred times a second, and each message comes a hundred times over, events
    /// under numbers of their own.
    private static let haste = """
        const wait = window.setTimeout, told = (window.told = { looks: 0, levels: 0, events: 0, isOver: false });
        window.setTimeout = (work, time, ...more) => wait(work, time === 1000 ? 10 : time, ...more);
        const ask = window.fetch;
        window.fetch = (address, ...more) => { if (String(address).endsWith('/status')) told.looks += 1; return ask(address, ...more); };
        const kinds = ['info', 'warning', 'error'], Source = window.EventSource;
        let number = 1e6;
        window.EventSource = class extends Source {
          addEventListener(name, listen) {
            super.addEventListener(name, (message) => {
              listen(message);
              if (name !== 'levels') return;
              for (let copy = 0; copy < 100; copy++, told.levels++) listen({ data: message.data });
            });
            if (name !== 'event') return;
            setInterval(() => {
              if (told.isOver) return;
              for (let copy = 0; copy < 10; copy++, told.events++) {
                number += 1;
                const code = `test.event${number % 7}`, severity = kinds[number % 3];
                const time = new Date().toISOString(), words = `Event ${number}`, remedy = 'Nothing.';
                listen({ data: JSON.stringify({ sequence: number, severity, code, time, words, remedy }) });
              }
            }, 100);
          }
        };
        """

    /// A quarter of an hour of status and levels, and as many events as a day of trouble has, in less than a minute.
    @Test(.timeLimit(.minutes(10))) func whatStaysOpenForLongHoldsNoMoreThanBefore() throws {
        let scene = try CockpitScene(.chromium, ["--desktop-audio"])
        let browser = try #require(scene.browser as? ChromiumBrowser)
        try browser.runFirst(Self.haste)
        try scene.open()
        func told(_ name: String) throws -> Int { (try browser.evaluate("told.\(name)") as? NSNumber)?.intValue ?? 0 }
        func wait(looks: Int, levels: Int, events: Int) throws {
            let (first, second, third) = (try told("looks"), try told("levels"), try told("events"))
            try waitUntil("\(looks) looks, \(levels) levels and \(events) events", timeout: .seconds(240)) {
                try told("looks") >= first + looks && told("levels") >= second + levels && told("events") >= third + events
            }
        }
        // Until graphs and lists are as long as they become.
        try wait(looks: 250, levels: 2500, events: 300)
        let before = try browser.holdings()
        try wait(looks: 800, levels: 10_000, events: 1500)
        let after = try browser.holdings()
        #expect(before.heapBytes > 0 && before.nodes > 100 && before.listeners > 10, "\(before)")
        // 50 bytes for each of them would be more.
        #expect(after.heapBytes - before.heapBytes < 600 << 10, "\(before), then \(after)")
        #expect(abs(after.nodes - before.nodes) < 200, "\(before), then \(after)")
        #expect(abs(after.listeners - before.listeners) < 30, "\(before), then \(after)")
        // Neither does the picture pile up, and all of it still works.
        let held = try #require(
            try browser.evaluate("(({ buffered: b }) => b.length && b.end(b.length - 1) - b.start(0))(document.querySelector('video'))") as? Double)
        #expect(held > 0 && held < 30, "\(held) s of the broadcast are held")
        #expect(try browser.evaluate("(told.isOver = true, document.querySelectorAll('#events li').length)") as? Int == 60)
        try browser.click("#mixer [aria-label=\"Mute mic\"]")
        try waitUntil("the microphone to be muted") { try scene.isMicrophoneMuted }
        try scene.end()
    }

    @Test func withoutMediaSourceAllButThePreviewWorks() throws {
        let scene = try CockpitScene(.chromium)
        let browser = try #require(scene.browser as? ChromiumBrowser)
        // Nor HLS of the browser's own, which some have.
        try browser.runFirst(
            """
            delete window.MediaSource; delete window.WebKitMediaSource; delete window.ManagedMediaSource;
            HTMLMediaElement.prototype.canPlayType = () => '';
            window.faults = [];
            addEventListener('error', ({ message }) => faults.push(message));
            addEventListener('unhandledrejection', ({ reason }) => faults.push(String(reason)));
            """)
        try browser.open("http://127.0.0.1:\(scene.port)/cockpit")
        try waitUntil("the page to say so") {
            try browser.text(of: "veil-title") == "This browser cannot play the preview"
        }
        #expect(try browser.holds("document.getElementById('veil').checkVisibility()"))
        try waitUntil("figures and levels") {
            try browser.text(of: "state") == "live" && browser.holds("parseFloat(document.querySelector('#mixer .peak').style.left) > 10")
        }
        try browser.click("#mixer [aria-label=\"Mute mic\"]")
        try waitUntil("the microphone to be muted") { try scene.isMicrophoneMuted }
        try browser.click("#pause")
        try waitUntil("the pause") { try scene.stream.status()["state"] as? String == "paused" }
        #expect(try browser.evaluate("faults.join()") as? String == "")
        try scene.end()
    }
}
