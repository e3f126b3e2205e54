import Fixtures
import Foundation
import TestSupport
import Testing

/// The cockpit for who has never seen a terminal: names in place of addresses, lists in place of arguments, buttons in place of commands.
@Suite(.serialized) struct CockpitNewcomerTests {
    /// What the page asks for goes to a file of ours instead: no test calls a service.
    @Test(arguments: BrowserKind.allCases) func aServiceNeedsItsKeyAlone(browser: BrowserKind) throws {
        let scene = try CockpitScene(browser)
        try scene.open()
        func add(_ key: String) throws {
            try scene.browser.click("#target-key")
            try scene.browser.type(key)
            try scene.browser.click("#target-add button")
        }
        let isAddress = "document.getElementById('target-key').checkVisibility() === false && document.getElementById('target-url').checkVisibility()"
        #expect(try scene.browser.holds(isAddress))
        let choose = "const one = document.getElementById('target-service'); one.value = 'twitch'; one.dispatchEvent(new Event('change'))"
        _ = try scene.browser.evaluate("(() => { \(choose) })()")
        #expect(try !scene.browser.holds(isAddress))
        try add("two words")
        try waitUntil("the refusal") { try scene.browser.text(of: "notice").contains("no stream key") }
        _ = try scene.browser.evaluate("document.getElementById('target-key').value = ''")
        let file = scene.scratch.file("service.mkv")
        let divert = """
            const real = window.fetch;
            window.fetch = (url, options) => {
              if (!String(url).endsWith('/target-add')) return real(url, options);
              window.asked = options.body;
              return real(url, { ...options, body: JSON.stringify({ url: '\(file)' }) });
            }
            """
        _ = try scene.browser.evaluate("(() => { \(divert) })()")
        try add("SECRET")
        try waitUntil("the target") { try scene.stream.targets().contains { $0["file"] as? String == file } }
        #expect(try scene.browser.evaluate("window.asked") as? String == #"{"service":"twitch","key":"SECRET"}"#)
        try waitUntil("the field to be empty") { try scene.browser.holds("document.getElementById('target-key').value === ''") }
        let traces = "[location.href, document.documentElement.outerHTML, ...performance.getEntries().map((one) => one.name)].join()"
        #expect(try !scene.browser.holds("(\(traces)).includes('SECRET')"))
        try scene.end()
    }

    @Test(arguments: BrowserKind.allCases) func whatIsCapturedIsChosenFromAList(browser: BrowserKind) throws {
        let scene = try CockpitScene(browser)
        try scene.open()
        func swap(to text: String) throws {
            try scene.browser.click("#swap")
            try waitUntil("what could be captured") { try scene.browser.holds("document.getElementById('dialog').open") }
            try scene.choose("what", text)
        }
        func waitForAgent(_ backend: String) throws {
            try waitUntil("the \(backend) agent to take over") {
                let agents = try scene.stream.status()["agents"] as? [[String: Any]] ?? []
                return agents.contains { $0["place"] as? String == "screen" && $0["isLive"] as? Bool == true && $0["backend"] as? String == backend }
            }
        }
        let hasArguments = "document.querySelector('#dialog [name=arguments]').checkVisibility()"
        try swap(to: "Test card")
        #expect(try !scene.browser.holds(hasArguments))
        try scene.browser.click("#dialog-ok")
        try waitForAgent("pattern")
        // The display by its name.
        try swap(to: "Screen \(scene.display)")
        try scene.browser.click("#dialog-ok")
        try waitForAgent("x11")
        // What the list does not have.
        try swap(to: "More")
        #expect(try scene.browser.holds(hasArguments))
        try scene.choose("backend", "pattern")
        try scene.browser.click("#dialog [name=arguments]")
        try scene.browser.type("--size 320x180")
        try scene.browser.click("#dialog-ok")
        try waitForAgent("pattern")
        try scene.end()
    }

    /// Without one viewers see nothing but the slate.
    @Test(arguments: BrowserKind.allCases) func theLastAgentIsNotStoppedByAccident(browser: BrowserKind) throws {
        let scene = try CockpitScene(browser)
        try scene.open()
        func agents() throws -> [String] { (try scene.stream.status()["agents"] as? [[String: Any]] ?? []).compactMap { $0["backend"] as? String } }
        let isAsked = "document.getElementById('dialog').open"
        // One of two is stopped at once.
        try scene.browser.click("#agents [aria-label^=\"Stop pattern\"]")
        try waitUntil("it to be gone") { try agents() == ["x11"] }
        try waitUntil("its row to be gone") { try !scene.browser.holds("document.querySelector('#agents [aria-label^=\"Stop pattern\"]')") }
        #expect(try !scene.browser.holds(isAsked))
        try scene.browser.click("#agents [aria-label^=\"Stop x11\"]")
        try waitUntil("the question") { try scene.browser.holds(isAsked) }
        try scene.browser.click("#dialog-cancel")
        #expect(try agents() == ["x11"])
        try scene.browser.click("#agents [aria-label^=\"Stop x11\"]")
        try scene.browser.click("#dialog-ok")
        try waitUntil("the slate") { try agents() == [] }
        try scene.end()
    }

    /// No command of a terminal where the page has a button.
    @Test(arguments: BrowserKind.allCases) func whatToDoIsSaidInThePagesWords(browser: BrowserKind) throws {
        let scene = try CockpitScene(browser, ["--reconnect", "fixed:100ms", "--reconnect-max", "1"])
        try scene.open()
        // With what goes on, the broadcast does.
        try scene.stream.command("targets", "add", scene.scratch.file("kept.mkv"))
        try scene.stream.command("targets", "add", "rtmp://127.0.0.1:\(Port.free())/app/KEY")
        var said = ""
        try waitUntil("the target to be given up: \(said)") {
            let remedies = "[...document.querySelectorAll('#events .bad .remedy')].map((one) => one.textContent).join()"
            said = try scene.browser.evaluate(remedies) as? String ?? ""
            return said.contains("check the server and the network")
        }
        #expect(said.contains("then “Reconnect” at the target, or allow more tries with --reconnect-max"), "\(said)")
        guard browser == .chromium else { return try scene.end(exitCode: 1) }
        for (text, words) in [
            ("lower it with 'splitcast audio gain mic -6dB'", "lower it with the fader of mic"),
            ("'splitcast audio unmute all' if viewers are to hear it", "the mute button of “Mix” if viewers are to hear it"),
            ("start another with 'splitcast request-agent --source cam'", "start another with “Swap…” under “Capture”"),
            ("add a recording with 'splitcast targets add talk.mkv'", "add a recording with “Record”"),
            ("'splitcast doctor' tells; or lower --bitrate", "'splitcast doctor' tells; or lower “Highest bit rate”"),
        ] {
            let shown = try scene.browser.evaluate("import('/wording.js').then((page) => page.inPageWords(`\(text)`))") as? String
            #expect(shown == words)
        }
        // One target never got anything.
        try scene.end(exitCode: 1)
    }
}
