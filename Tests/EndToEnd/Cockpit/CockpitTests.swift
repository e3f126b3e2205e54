import Fixtures
import Foundation
import Judging
import Platform
import TestSupport
import Testing

/// The cockpit in two real browsers: what a user does there reaches the host.
@Suite(.serialized, .rerunWhenLate) struct CockpitTests {
    /// From the drawing of a picture on the captured screen until a browser shows it.
    @Test func whatIsDrawnIsSeenWithinHalfASecond() throws {
        let scene = try CockpitScene(.chromium)
        let browser = try #require(scene.browser as? ChromiumBrowser)
        try scene.open()
        // What the browser needs to know how late pieces come.
        letRun(for: .seconds(4))
        for isWithSound in [false, true] {
            if isWithSound {
                try browser.click("#listen")
                letRun(for: .seconds(5))
                try scene.waitUntilPlaying()
                #expect(try #require(try browser.playback()).decodedAudioBytes > 0)
            }
            var (ages, said, lookedAt) = ([Double](), [Double](), MediaTime.zero)
            try waitUntil("twenty looks at the preview: \(ages)") {
                guard MediaTime.now() - lookedAt > .milliseconds(150), let look = try browser.look(beside: "behind") else { return false }
                lookedAt = look.times.upperBound
                ages.append(look.stamp.age(at: look.times.upperBound) / .seconds(1))
                if let seconds = Double(look.text.prefix { $0 != " " }) { said.append(seconds) }
                return ages.count >= 20
            }
            let (age, text) = (ages.sorted()[10], said.sorted()[said.count / 2])
            // Chromium plays audio only when it has a fifth of a second of it.
            expectInTime(age <= (isWithSound ? 0.8 : 0.5), "\(age) s with\(isWithSound ? "" : "out") sound: \(ages)")
            expectInTime(abs(age - text) < 0.25, "it says \(text) s, and it is \(age) s")
        }
        try scene.end()
    }

    @Test(arguments: BrowserKind.allCases) func thePreviewStaysCloseBehind(browser: BrowserKind) throws {
        let scene = try CockpitScene(browser)
        try scene.open()
        let earlier = try #require(try scene.browser.playback())
        letRun(for: .seconds(6))
        let later = try #require(try scene.browser.playback())
        #expect(later.currentTime > earlier.currentTime && later.decodedFrames > earlier.decodedFrames && later.error == "")
        let behind = try #require(Double(try scene.browser.text(of: "behind").prefix { $0 != " " }))
        expectInTime(behind < 1, "\(behind) s")
        // Not by the files of HLS.
        #expect(try scene.browser.text(of: "way") == "")
        try scene.end()
    }

    /// For one who sees themself: what viewers see, and layers while they are arranged, stay as they are.
    @Test(arguments: BrowserKind.allCases) func thePreviewAloneIsMirrored(browser: BrowserKind) throws {
        let scene = try CockpitScene(browser)
        try scene.open()
        func isMirrored() throws -> Bool {
            try scene.browser.holds("getComputedStyle(document.getElementById('video')).transform === 'matrix(-1, 0, 0, 1, 0, 0)'")
        }
        #expect(try !isMirrored())
        try scene.browser.click("#mirror")
        #expect(try isMirrored() && scene.browser.holds("document.getElementById('mirror').ariaPressed === 'true'"))
        try scene.browser.click("#arrange")
        #expect(try !isMirrored())
        try scene.browser.click("#arrange")
        #expect(try isMirrored())
        #expect(try (scene.source("screen")["layer"] as? [String: Any])?["isMirrored"] as? Bool == false)
        try scene.browser.click("#mirror")
        #expect(try !isMirrored())
        try scene.end()
    }

    @Test(arguments: BrowserKind.allCases) func aClickMutesTheMicrophone(browser: BrowserKind) throws {
        let scene = try CockpitScene(browser)
        try scene.open()
        for isMuted in [true, false] {
            try scene.browser.click("#mixer [aria-label=\"Mute mic\"]")
            try waitUntil("the microphone to be \(isMuted ? "" : "un")muted") { try scene.isMicrophoneMuted == isMuted }
            try waitUntil("the page to show it") {
                try scene.browser.holds("document.querySelector('#mixer [aria-label=\"Mute mic\"]').ariaPressed === '\(isMuted)'")
            }
        }
        // Levels come ten times a second.
        try waitUntil("a level") { try scene.browser.holds("parseFloat(document.querySelector('#mixer .peak').style.left) > 10") }
        try scene.end()
    }

    @Test(arguments: BrowserKind.allCases) func aTargetIsAddedAndRemovedByClicks(browser: BrowserKind) throws {
        let scene = try CockpitScene(browser)
        try scene.open()
        let file = scene.scratch.file("added.mkv")
        try scene.browser.click("#target-url")
        try scene.browser.type(file)
        try scene.browser.click("#target-add button")
        try waitUntil("the target to be live") {
            try scene.stream.targets().contains { $0["file"] as? String == file && $0["state"] as? String == "live" }
        }
        try waitUntil("its card") { try scene.browser.holds("document.querySelector('[aria-label=\"Remove added.mkv\"]')") }
        try scene.browser.click("[aria-label=\"Remove added.mkv\"]")
        // Nothing is removed that was not confirmed.
        #expect(try scene.browser.holds("document.getElementById('dialog').open"))
        #expect(try scene.stream.targets().count == 2)
        try scene.browser.click("#dialog-ok")
        try waitUntil("the target to be gone") { try scene.stream.targets().count == 1 }
        try waitUntil("its card to be gone") { try !scene.browser.holds("document.querySelector('[aria-label=\"Remove added.mkv\"]')") }
        // What is refused is said, in the host's words.
        try scene.browser.click("#target-url")
        try scene.browser.type("rtmp://")
        try scene.browser.click("#target-add button")
        try waitUntil("the refusal") { try scene.browser.text(of: "notice").contains("rtmp://") }
        #expect(try scene.browser.evaluate("document.getElementById('target-url').value") as? String == "rtmp://")
        try scene.end()
    }

    @Test(arguments: BrowserKind.allCases) func theKeyboardIsEnough(browser: BrowserKind) throws {
        let scene = try CockpitScene(browser)
        try scene.open()
        try scene.browser.tab(to: "#pause")
        try scene.browser.press(.enter)
        try waitUntil("the pause") { try scene.stream.status()["state"] as? String == "paused" }
        try waitUntil("the page to show it") { try scene.browser.text(of: "pause") == "Go on" }
        try scene.browser.press(.enter)
        try waitUntil("the end of the pause") { try scene.stream.status()["state"] as? String == "live" }
        // Said a moment after it is so, in place of what else may be said by then.
        try waitUntil("the page to say so") { try scene.browser.text(of: "notice") == "The broadcast goes on" }
        try scene.browser.tab(to: "#record")
        try scene.browser.press(.space)
        try waitUntil("the page to name the folder") { try scene.browser.text(of: "notice").contains(scene.scratch.file("Videos")) }
        try waitUntil("a recording in the user's folder") {
            try scene.stream.targets().contains { ($0["file"] as? String ?? "").hasPrefix(scene.scratch.file("Videos/splitcast-")) }
        }
        try scene.browser.tab(to: "#shot")
        try scene.browser.press(.space)
        try waitUntil("the snapshot") { try scene.browser.text(of: "notice").hasPrefix("Saved \(scene.scratch.file("Videos"))/shot-") }
        // A layer.
        try scene.browser.click("#arrange")
        _ = try scene.browser.evaluate("document.querySelector('#layers [aria-label^=card]').focus()")
        try scene.browser.press(.right)
        try scene.browser.press(.left, withShift: true)
        try waitUntil("the layer to be moved and smaller") {
            let layer = try scene.source("card")["layer"] as? [String: Any] ?? [:]
            return layer["x"] as? Int == 116 && layer["width"] as? Int == 304 && layer["height"] as? Int == 180
        }
        // The end is asked for, and can be taken back.
        try scene.browser.tab(to: "#stop", isBackwards: true)
        try scene.browser.press(.enter)
        try waitUntil("the question") { try scene.browser.holds("document.getElementById('dialog').open") }
        try scene.browser.press(.escape)
        try waitUntil("the question to be gone") { try !scene.browser.holds("document.getElementById('dialog').open") }
        #expect(try scene.stream.status()["state"] as? String == "live")
        try scene.end()
    }

    /// A new user has none, as a machine without a desktop has.
    @Test func theFolderForRecordingsIsMadeWithTheFirstOne() throws {
        let scene = try CockpitScene(.chromium)
        try FileManager.default.removeItem(atPath: scene.scratch.file("Videos"))
        try scene.open()
        try scene.browser.click("#record")
        try waitUntil("the recording") {
            try scene.stream.targets().contains {
                ($0["file"] as? String)?.hasPrefix(scene.scratch.file("Videos/splitcast-")) == true && $0["state"] as? String == "live"
            }
        }
        #expect(try scene.browser.text(of: "notice") == "Recording into \(scene.scratch.file("Videos"))")
        let card = "document.querySelector('#targets .clip:not(strong)').textContent"
        #expect(try scene.browser.holds("\(card).startsWith('Target ')"))
        // The same button ends it.
        try waitUntil("the page to show it") { try scene.browser.text(of: "record") == "Stop recording" }
        try scene.browser.click("#record")
        try waitUntil("the page to say so") { try scene.browser.text(of: "notice").hasPrefix("Recorded \(scene.scratch.file("Videos/splitcast-"))") }
        try waitUntil("its end") { try scene.browser.text(of: "record") == "Record" }
        let recorded = try FileManager.default.contentsOfDirectory(atPath: scene.scratch.file("Videos"))
        #expect(recorded.count == 1)
        #expect(try decodingErrors(of: scene.scratch.file("Videos/" + (recorded.first ?? ""))) == "")
        try scene.end()
    }

    /// A lamp for clipping is lit by clipping alone; the one of the broadcast has a colour of its own for each state.
    @Test func aBroadcastThatEndsIsNoTrouble() throws {
        let scene = try CockpitScene(.chromium)
        let lamp = "getComputedStyle(document.querySelector('#mixer .lamp')).backgroundColor === 'rgba(0, 0, 0, 0)'"
        var colours: [String: String] = [:]
        func noteColour(_ state: String) throws {
            colours[state] = try scene.browser.evaluate("getComputedStyle(document.querySelector('#onair .lamp')).backgroundColor") as? String
        }
        try scene.open()
        try noteColour("live")
        try scene.stream.command("pause")
        try waitUntil("the pause") { try scene.browser.text(of: "state") == "paused" }
        try noteColour("paused")
        #expect(try scene.browser.holds(lamp))
        try scene.stream.command("resume")
        try waitUntil("the picture") { try scene.browser.text(of: "state") == "live" }
        try scene.browser.click("#stop")
        try scene.browser.click("#dialog-ok")
        try waitUntil("the end") { try scene.browser.text(of: "state") == "ended" }
        #expect(try scene.browser.text(of: "banner").hasPrefix("The broadcast has ended."))
        try noteColour("ended")
        #expect(try scene.browser.text(of: "veil-title") == "The broadcast has ended" && scene.browser.holds(lamp))
        try scene.restart()
        try waitUntil("the next one", timeout: .seconds(30)) { try scene.browser.text(of: "state") == "live" }
        scene.stream.process.send(SIGKILL)
        try waitUntil("a crash to be told otherwise") { try scene.browser.text(of: "state") == "no connection" }
        #expect(try scene.browser.text(of: "banner").hasPrefix("The host does not answer."))
        try noteColour("lost")
        #expect(Set(colours.values).count == 4, "\(colours)")
    }

    @Test(arguments: BrowserKind.allCases) func itConnectsAgainByItself(browser: BrowserKind) throws {
        let scene = try CockpitScene(browser)
        try scene.open()
        let before = try scene.browser.text(of: "about")
        try scene.stream.stop()
        // Ended elsewhere, in a terminal for example.
        try waitUntil("the page to say so") { try scene.browser.text(of: "state") == "ended" }
        #expect(try scene.browser.text(of: "banner").hasPrefix("The broadcast has ended."))
        try scene.restart()
        try waitUntil("the page to be back", timeout: .seconds(30)) {
            let isBack = try scene.browser.holds("document.getElementById('banner').hidden")
            return try isBack && scene.browser.text(of: "about") != before
        }
        try scene.waitUntilPlaying()
        try waitUntil("levels") { try scene.browser.holds("parseFloat(document.querySelector('#mixer .peak').style.left) > 10") }
        try scene.open()
        try scene.end()
    }
}
