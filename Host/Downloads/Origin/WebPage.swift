/// What failing servers, and networks that want one to log in, send in place of what was asked for.
enum WebPage {
    private static let starts = ["<!doctype html", "<html"]

    /// Whether a file is one, by its first bytes.
    static func begins(_ bytes: some Sequence<UInt8>) -> Bool {
        let start = bytes.lazy.prefix(256).drop { $0 <= 32 }.prefix(16).map { $0 | 0x20 }
        return starts.contains { start.starts(with: $0.utf8) }
    }
}
