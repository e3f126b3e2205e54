/// Why there is no connection to the bus, in libdbus's words.
struct BusProblem: Error, Hashable, Sendable {
    let words: String
}
