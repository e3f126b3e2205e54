/// What of cameras, files and streams is captured, as `splitcast-capture-media` is told.
struct MediaRequest: Hashable, Sendable {
    let device: String?
    let file: String?
    let isLooping: Bool
    let url: String?

    /// The options that were given, by name.
    var given: [String] {
        [("--device", device != nil), ("--file", file != nil), ("--url", url != nil), ("--loop", isLooping)].filter(\.1).map(\.0)
    }

    func arguments() throws(CommandFailure) -> [String] {
        if isLooping, file == nil { throw CommandFailure(.usage, "--loop plays a file again and again: say which, with --file PATH") }
        let origins = [("--device", device), ("--file", file), ("--url", url)].compactMap { name, value in value.map { (name, $0) } }
        guard let (name, value) = origins.first else {
            throw CommandFailure(
                .usage, "--capture media needs something to show: --device PATH ('splitcast sources' lists cameras), --file PATH or --url ADDRESS")
        }
        if origins.count > 1 { throw CommandFailure(.usage, "\(name) and \(origins[1].0) exclude each other: give one of them") }
        guard !value.isEmpty else { throw CommandFailure(.usage, "\(name) is empty: give \(name == "--url" ? "an address" : "a path")") }
        if file == "-" {
            throw CommandFailure(
                .usage,
                "--file -: an agent that the host starts reads no standard input; give --capture none, and start it: "
                    + "… | splitcast-capture-media --file -")
        }
        let told = name == "--url" ? try TargetText.single(value, of: name) : value
        return [name, told] + (isLooping ? ["--loop"] : [])
    }
}
