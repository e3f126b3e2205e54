import Fixtures
public import Foundation

/// Debian's Firefox.
public final class FirefoxBrowser: WebBrowser {
    private let scratch: Scratch
    private let browser: FixtureProcess
    private let driver: Marionette

    /// No question to the user, nothing from the network, and a port of the system's choice for the driver.
    private static let settings = [
        "marionette.port": "0", "media.autoplay.default": "0", "datareporting.policy.dataSubmissionEnabled": "false",
        "toolkit.telemetry.reportingpolicy.firstRun": "false", "app.update.enabled": "false", "browser.shell.checkDefaultBrowser": "false",
        "network.captive-portal-service.enabled": "false", "network.connectivity-service.enabled": "false", "extensions.update.enabled": "false",
        "browser.safebrowsing.update.enabled": "false", "services.settings.server": "\"data:,#remote-settings-dummy/v1\"",
    ]

    public init() throws {
        let scratch = Scratch()
        self.scratch = scratch
        let profile = try scratch.directory("profile")
        let lines = Self.settings.map { "user_pref(\"\($0.key)\", \($0.value));" }
        try scratch.write(lines.joined(separator: "\n") + "\n", to: "profile/user.js")
        let browser = try FixtureProcess(
            ["firefox-esr", "--headless", "--marionette", "--no-remote", "--window-size=1280,800", "--profile", profile, "about:blank"],
            environment: ["HOME": scratch.path, "DISPLAY": nil, "WAYLAND_DISPLAY": nil, "DBUS_SESSION_BUS_ADDRESS": nil], log: scratch.file("log"))
        self.browser = browser
        var port: UInt16?
        try waitUntil("Firefox's driver", timeout: .seconds(60)) {
            try browser.expectRunning()
            port = UInt16(textOfFile(scratch.file("profile/MarionetteActivePort")).trimmingCharacters(in: .whitespacesAndNewlines))
            return port != nil
        }
        driver = try Marionette(port: port ?? 0)
    }

    // Before its profile goes.
    deinit { browser.end() }

    public func open(_ url: String) throws { _ = try driver.call("WebDriver:Navigate", ["url": url]) }

    public func evaluate(_ expression: String) throws -> Any? {
        let script = """
            const [done] = arguments;
            (async () => (\(expression)))().then((value) => done({ value }), (error) => done({ error: `${error}` }));
            """
        let answer = try driver.call("WebDriver:ExecuteAsyncScript", ["script": script, "args": [Any](), "sandbox": NSNull()])
        guard let result = answer["value"] as? [String: Any] else { return nil }
        if let error = result["error"] { throw FixtureError("\(expression): \(error)") }
        return result["value"]
    }

    public func click(_ selector: String) throws {
        let found = try driver.call("WebDriver:FindElement", ["using": "css selector", "value": selector])["value"] as? [String: String]
        guard let id = found?.values.first else { throw FixtureError("\(selector) is not there") }
        _ = try driver.call("WebDriver:ElementClick", ["id": id])
    }

    public func press(_ key: BrowserKey, withShift: Bool) throws {
        let codes: [BrowserKey: String] = [
            .tab: "\u{E004}", .enter: "\u{E007}", .space: " ", .escape: "\u{E00C}", .left: "\u{E012}", .right: "\u{E014}",
        ]
        try perform((withShift ? ["\u{E008}"] : []) + [codes[key] ?? ""])
    }

    public func type(_ text: String) throws { for character in text { try perform([String(character)]) } }

    /// Presses keys one after the other, and lets go of them.
    private func perform(_ keys: [String]) throws {
        let steps = keys.map { ["type": "keyDown", "value": $0] } + keys.reversed().map { ["type": "keyUp", "value": $0] }
        _ = try driver.call("WebDriver:PerformActions", ["actions": [["type": "key", "id": "keyboard", "actions": steps] as [String: Any]]])
    }

    public func screenshot() throws -> Data {
        let data = try driver.call("WebDriver:TakeScreenshot", ["full": false])["value"] as? String ?? ""
        return Data(base64Encoded: data) ?? Data()
    }
}
