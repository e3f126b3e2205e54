import CaptureKit
import Frames

/// The options that only this agent has.
struct PipeWireOptions {
    /// `nil`: the host hands over a screen cast.
    var node: NodeChoice?
    /// The part of the picture that is captured, of which counts how it stands upright; `nil` for all.
    var region: PixelRectangle?
    /// A connection to PipeWire that was open when this process was started.
    var remote: Int32?
    /// `--list-nodes`: show them and end.
    var listing: NodeListing.Form?
    /// `--session-manager`: show it and end.
    var managerListing: NodeListing.Form?

    static let usage = """
          --node ID             an existing node on PipeWire that gives pictures, a camera or another program's stream: by name,
                                which it keeps, or by number, which may be another's when PipeWire was started again
                                (default: the screen cast that the host asks the desktop's portal for)
          --region WxH+X+Y      a part of the picture, in its pixels ("X,Y WxH" is accepted too)
          --remote FD           look for the node on this connection to PipeWire, an open descriptor of this process
          --list-nodes [--json] show the nodes that give pictures, and end
          --session-manager [--json]
                                show the session manager that links PipeWire's streams, and end
        """

    /// Takes its own options out of `arguments` (`--name value` or `--name=value`) and leaves the rest.
    /// - Throws: `.badOption`, naming the option.
    static func parse(from arguments: inout [String]) throws(CaptureError) -> PipeWireOptions {
        var options = PipeWireOptions()
        if let text = try AgentOptions.takeValue("--node", from: &arguments) {
            guard !text.isEmpty else { throw CaptureError(.badOption, "--node needs a value: see --help") }
            options.node = try NodeChoice(text)
        }
        if let text = try AgentOptions.takeValue("--region", from: &arguments) {
            options.region = try RegionText.rectangle(text)
        }
        if let text = try AgentOptions.takeValue("--remote", from: &arguments) {
            guard let number = Int32(text), number > 2 else {
                throw CaptureError(.badOption, "--remote \(text): give the number of an open descriptor, 3 or more")
            }
            options.remote = number
        }
        let isList = AgentOptions.takeFlag("--list-nodes", from: &arguments)
        let asksForManager = AgentOptions.takeFlag("--session-manager", from: &arguments)
        let isJSON = AgentOptions.takeFlag("--json", from: &arguments)
        if isJSON, !isList, !asksForManager { throw CaptureError(.badOption, "--json needs --list-nodes or --session-manager") }
        if options.remote != nil, options.node == nil, !isList, !asksForManager { throw CaptureError(.badOption, "--remote needs --node") }
        if isList { options.listing = isJSON ? .json : .text }
        if asksForManager { options.managerListing = isJSON ? .json : .text }
        return options
    }
}
