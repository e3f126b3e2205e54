import Fixtures
import Foundation

/// The checks of axe-core for people who cannot see or use a mouse: fetched once by `.ci/axe`, into `.build`.
public enum AxeCore {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../..").standardized

    /// Whether it could be fetched, now or before.
    public static var isThere: Bool { (try? script()) != nil }

    private static func script() throws -> String {
        try runTool([root.path + "/.ci/axe"], timeout: .seconds(120))
        return try String(contentsOf: root.appendingPathComponent(".build/axe/axe.min.js"), encoding: .utf8)
    }

    /// What is wrong with the page that is open, a line each: the rule, what it wants, and where.
    public static func violations(in browser: any WebBrowser) throws -> [String] {
        if try !browser.holds("window.axe") {
            // As the driver's own script: the page's policy lets it run no other.
            _ = try browser.evaluate("(() => { \(try script())\n; return 1; })()")
        }
        let run = """
            axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => violations.flatMap((one) =>
              one.nodes.map((node) => `${one.id}: ${one.help}: ${node.target.join(' ')}: ${node.failureSummary}`)))
            """
        guard let found = try browser.evaluate(run) as? [String] else { throw FixtureError("axe-core did not run") }
        return found
    }
}
