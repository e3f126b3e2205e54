import Supervision

/// The windows of this machine's X displays, as the agent lists them.
enum WindowListing {
    struct Window: Codable, Hashable {
        /// The value for `--display`.
        let display: String
        /// Its number, as `--window` takes it.
        let window: String
        /// Values for `--window` too, where they are of this window alone; empty for none.
        let title: String
        let className: String
        let instance: String
        let width: Int
        let height: Int
        let isMinimised: Bool
        let isFocused: Bool

        private enum CodingKeys: String, CodingKey {
            case display, window, title, instance, width, height
            case className = "class"
            case isMinimised = "minimised"
            case isFocused = "focused"
        }

        /// For people.
        var row: [String] {
            let shown = title.count > 48 ? title.prefix(47) + "…" : title[...]
            return [display, String(shown), className, window, "\(width)x\(height)", isMinimised ? "minimised" : isFocused ? "focused" : ""]
        }
    }

    @available(*, noasync)
    static func windows() throws(CommandFailure) -> [Window] { try AgentListing.entries(Window.self, "x11", ["--list-windows", "--json"]) }
}
