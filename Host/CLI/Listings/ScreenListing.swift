import Supervision

/// The screens of this machine, as the agents list them.
enum ScreenListing {
    struct Screen: Codable, Hashable {
        /// The value for `--display`.
        var display: String
        /// The value for `--screen`; `nil` for a display without monitors.
        let screen: String?
        let width: Int
        let height: Int
        let x: Int
        let y: Int
        var isPrimary = false
        /// The backend that captures it: the value for `--capture`.
        var backend = "x11"
        /// It shows the X programs of a Wayland desktop alone.
        var isXwayland = false
        /// Whether the compositor lets it be copied.
        var isCopied = true

        private enum CodingKeys: String, CodingKey {
            case display, screen, width, height, x, y, backend
            case isPrimary = "primary"
            case isXwayland = "xwayland"
            case isCopied = "copied"
        }

        init(from decoder: any Decoder) throws {
            let fields = try decoder.container(keyedBy: CodingKeys.self)
            display = try fields.decodeIfPresent(String.self, forKey: .display) ?? ""
            screen = try fields.decodeIfPresent(String.self, forKey: .screen)
            (width, height) = (try fields.decode(Int.self, forKey: .width), try fields.decode(Int.self, forKey: .height))
            (x, y) = (try fields.decode(Int.self, forKey: .x), try fields.decode(Int.self, forKey: .y))
            isPrimary = try fields.decodeIfPresent(Bool.self, forKey: .isPrimary) ?? false
            isXwayland = try fields.decodeIfPresent(Bool.self, forKey: .isXwayland) ?? false
            isCopied = try fields.decodeIfPresent(Bool.self, forKey: .isCopied) ?? true
        }

        /// Without what is said of displays alone.
        func encode(to encoder: any Encoder) throws {
            var fields = encoder.container(keyedBy: CodingKeys.self)
            try fields.encode(display, forKey: .display)
            try fields.encodeIfPresent(screen, forKey: .screen)
            try fields.encode(width, forKey: .width)
            try fields.encode(height, forKey: .height)
            try fields.encode(x, forKey: .x)
            try fields.encode(y, forKey: .y)
            try fields.encode(backend, forKey: .backend)
            try fields.encode(isPrimary, forKey: .isPrimary)
        }
    }

    /// Of the X displays.
    @available(*, noasync)
    static func screens() throws(CommandFailure) -> [Screen] { try AgentListing.entries(Screen.self, "x11", ["--list", "--json"]) }

    /// Of the Wayland compositor, with whether it lets them be copied.
    @available(*, noasync)
    static func waylandScreens(_ display: String) throws(CommandFailure) -> [Screen] {
        try AgentListing.entries(Screen.self, "wlr", ["--list", "--json"]).map { found in
            var screen = found
            (screen.display, screen.backend) = (display, "wlr")
            return screen
        }
    }
}
