import CPipeWire
import CaptureKit

/// The session manager, such as WirePlumber: without one PipeWire links no stream to a node.
struct SessionManager: Hashable {
    var isThere: Bool
    /// Empty for one that is not known.
    var name = ""

    /// What `--session-manager` prints.
    func written(_ form: NodeListing.Form) -> String {
        switch form {
        case .json: isThere ? "[{\"name\":\(ListingText.quoted(name))}]\n" : "[]\n"
        case .text: isThere ? "\(name.isEmpty ? "one that does not say its name" : name)\n" : "PipeWire has no session manager\n"
        }
    }
}

extension SessionManager {
    /// As PipeWire knows it; the remote is settled.
    init(on remote: PipeWireRemote) {
        self.init(isThere: cpw_has_manager(remote.handle), name: String(cString: cpw_manager(remote.handle)))
    }
}
