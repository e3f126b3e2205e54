import Supervision

/// The nodes on PipeWire that give pictures, and the cameras of this machine, as the agents list them.
enum NodeListing {
    struct Node: Codable, Hashable {
        /// The value for `--node`.
        let node: UInt32
        let name: String
        let description: String
        /// "usb", "pci", "virtual"; empty where PipeWire does not say it.
        let bus: String
        let isCamera: Bool
    }

    struct Camera: Codable, Hashable {
        struct Mode: Codable, Hashable {
            let format: String
            let width: Int
            let height: Int
            let milliFramesPerSecond: Int
        }

        /// The value for `splitcast-capture-media --device`.
        let device: String
        let name: String
        let bus: String
        let modes: [Mode]

        /// The largest picture that it gives; `nil` when it says none.
        var largest: Mode? { modes.max { $0.width * $0.height < $1.width * $1.height } }
    }

    private struct Manager: Codable { let name: String }

    /// What the session manager of PipeWire calls itself, empty where it is not known; `nil` where there is none.
    ///
    /// - Throws: where PipeWire does not answer, or there is no agent to ask it.
    @available(*, noasync)
    static func sessionManager() throws(CommandFailure) -> String? {
        try AgentListing.entries(Manager.self, "pipewire", ["--session-manager", "--json"]).first?.name
    }

    @available(*, noasync)
    static func nodes() throws(CommandFailure) -> [Node] { try AgentListing.entries(Node.self, "pipewire", ["--list-nodes", "--json"]) }

    @available(*, noasync)
    static func cameras() throws(CommandFailure) -> [Camera] { try AgentListing.entries(Camera.self, "media", ["--list", "--json"]) }
}
