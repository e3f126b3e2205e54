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

    /// A picture of the page as PNG.
    public func screenshot() throws -> Data {
        let data = try tools.call("Page.captureScreenshot")["data"] as? String ?? ""
        return Data(base64Encoded: data) ?? Data()
    }
}
