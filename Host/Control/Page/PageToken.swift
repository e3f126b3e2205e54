/// What the printed address of a public page carries: 128 bits of the system's random numbers, made anew by each host.
struct PageToken: Sendable, CustomStringConvertible {
    let description: String

    init() {
        var generator = SystemRandomNumberGenerator()
        description = (0..<4).map { _ in
            let digits = String(generator.next() as UInt32, radix: 16)
            return String(repeating: "0", count: 8 - digits.count) + digits
        }.joined()
    }

    /// Takes as long for a wrong text as for the right one: the time says nothing about how much of it is right.
    func matches(_ text: some StringProtocol) -> Bool {
        let (own, given) = (Array(description.utf8), Array(text.utf8))
        guard own.count == given.count else { return false }
        return zip(own, given).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
