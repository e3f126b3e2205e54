import Fixtures
public import Foundation

/// Debian's Chromium.
public final class ChromiumBrowser: WebBrowser {
    private let scratch: Scratch
    private let browser: FixtureProcess
    private let tools: DevTools

    public init() throws {
        scratch = Scratch()
        tools = try DevTools(commands: scratch.file("commands"), answers: scratch.file("answers"))
        let options = [
            "--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
            "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage", "--mute-audio", "--window-size=1280,800",
            "--autoplay-policy=no-user-gesture-required", "--user-data-dir=\(scratch.file("profile"))", "--remote-debugging-pipe",
        ]
        // The browser talks on descriptors 3 and 4.
        let shell = ["sh", "-c", "exec chromium \"$@\" 3<>\"$0/commands\" 4<>\"$0/answers\"", scratch.path]
        browser = try FixtureProcess(
            shell + options + ["about:blank"],
            environment: ["HOME": scratch.path, "DISPLAY": nil, "DBUS_SESSION_BUS_ADDRESS": nil], log: scratch.file("log"))
        let targets = try tools.call("Target.getTargets")["targetInfos"] as? [[String: Any]] ?? []
        guard let page = targets.first(where: { $0["type"] as? String == "page" })?["targetId"] else {
            throw FixtureError("Chromium has no page:\n\(browser.output.suffix(800))")
        }
        tools.session = try tools.call("Target.attachToTarget", ["targetId": page, "flatten": true])["sessionId"] as? String
    }

    // Before its profile goes.
    deinit { browser.end() }

    /// Opens `url` and waits until its document is loaded.
    public func open(_ url: String) throws {
        let result = try tools.call("Page.navigate", ["url": url])
        if let error = result["errorText"] { throw FixtureError("\(url): \(error)") }
        try waitUntil("\(url) to load") { try evaluate("document.readyState") as? String == "complete" }
    }

    /// Runs a script in every document that is opened from now on, before any of the document's own.
    public func runFirst(_ script: String) throws {
        // Without this the script is kept and never run.
        _ = try tools.call("Page.enable")
        _ = try tools.call("Page.addScriptToEvaluateOnNewDocument", ["source": script])
    }

    /// The value of a JavaScript expression in the page, promises awaited.
    public func evaluate(_ expression: String) throws -> Any? {
        let answer = try tools.call("Runtime.evaluate", ["expression": expression, "returnByValue": true, "awaitPromise": true])
        if let details = answer["exceptionDetails"] { throw FixtureError("\(expression): \(details)") }
        return (answer["result"] as? [String: Any])?["value"]
    }

    /// The page may move the node between the look at its place and the press: what was hit instead gets no whole click, and the node
    /// is aimed at again.
    public func click(_ selector: String) throws {
        for _ in 0..<20 where try clickOnce(selector) { return }
        throw FixtureError("\(selector) moves all the time, or something lies over it")
    }

    /// - Returns: Whether the node was hit.
    private func clickOnce(_ selector: String) throws -> Bool {
        let script = """
            (() => { const node = document.querySelector('\(selector)'); node.scrollIntoView({ block: 'center' });
              const aim = window.testAim = {};
              for (const kind of ['pointerdown', 'click']) {
                document.addEventListener(kind, (event) => (aim[kind] ??= node.contains(event.target)), { capture: true, once: true });
              }
              const { left, top, width, height } = node.getBoundingClientRect(); return [left + width / 2, top + height / 2]; })()
            """
        guard let place = try evaluate(script) as? [NSNumber], place.count == 2 else { throw FixtureError("\(selector) is not there") }
        func mouse(_ kind: String, x: Double, y: Double) throws {
            let event: [String: Any] = ["type": kind, "x": x, "y": y, "button": "left", "clickCount": 1]
            _ = try tools.call("Input.dispatchMouseEvent", event)
        }
        /// Also true where the click has led to another page.
        func hasHit(_ kind: String) throws -> Bool { try evaluate("!window.testAim || testAim['\(kind)'] === true") as? Bool == true }
        let (x, y) = (place[0].doubleValue, place[1].doubleValue)
        try mouse("mousePressed", x: x, y: y)
        guard try hasHit("pointerdown") else {
            try mouse("mouseReleased", x: 0, y: 0)
            return false
        }
        try mouse("mouseReleased", x: x, y: y)
        return try hasHit("click")
    }

    public func press(_ key: BrowserKey, withShift: Bool) throws {
        let codes: [BrowserKey: (Int, String)] = [
            .tab: (9, ""), .enter: (13, "\r"), .space: (32, " "), .escape: (27, ""), .left: (37, ""), .right: (39, ""),
        ]
        let (code, text) = codes[key] ?? (0, "")
        let event: [String: Any] = ["key": key.rawValue, "windowsVirtualKeyCode": code, "modifiers": withShift ? 8 : 0]
        _ = try tools.call("Input.dispatchKeyEvent", event.merging(["type": "keyDown", "text": text]) { $1 })
        _ = try tools.call("Input.dispatchKeyEvent", event.merging(["type": "keyUp"]) { $1 })
    }

    public func type(_ text: String) throws { _ = try tools.call("Input.insertText", ["text": text]) }

    /// As on a screen of another size, in light colours or dark ones.
    public func show(width: Int, height: Int = 800, isDark: Bool = false) throws {
        _ = try tools.call("Emulation.setDeviceMetricsOverride", ["width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600])
        let feature = ["name": "prefers-color-scheme", "value": isDark ? "dark" : "light"]
        _ = try tools.call("Emulation.setEmulatedMedia", ["features": [feature]])
    }

    /// What a page holds once what it let go of is collected.
    public struct Holdings: Sendable {
        /// Of JavaScript.
        public let heapBytes: Int
        public let nodes: Int
        public let listeners: Int
    }

    public func holdings() throws -> Holdings {
        _ = try tools.call("Performance.enable")
        for _ in 0..<2 { _ = try tools.call("HeapProfiler.collectGarbage") }
        let metrics = try tools.call("Performance.getMetrics")["metrics"] as? [[String: Any]] ?? []
        func value(_ name: String) -> Int { (metrics.first { $0["name"] as? String == name }?["value"] as? NSNumber)?.intValue ?? -1 }
        return Holdings(heapBytes: value("JSHeapUsedSize"), nodes: value("Nodes"), listeners: value("JSEventListeners"))
    }

    /// A picture of the page as PNG.
    public func screenshot() throws -> Data {
        let data = try tools.call("Page.captureScreenshot")["data"] as? String ?? ""
        return Data(base64Encoded: data) ?? Data()
    }
}
