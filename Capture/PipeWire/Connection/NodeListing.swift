import CaptureKit

/// What `--list-nodes` prints: the nodes that give pictures.
enum NodeListing {
    enum Form {
        case text
        case json
    }

    static func written(_ form: Form, _ nodes: [PipeWireNode]) -> String {
        let nodes = nodes.filter(\.givesPictures).sorted { $0.id < $1.id }
        return switch form {
        case .json: "[" + nodes.map(json).joined(separator: ",") + "]\n"
        case .text: nodes.isEmpty ? "no node on PipeWire gives pictures\n" : nodes.map(line).joined()
        }
    }

    private static func line(_ node: PipeWireNode) -> String {
        let facts = [node.description, node.isCamera ? "camera" : "", node.bus == "virtual" ? "" : node.bus, node.path]
        return (["\(node.id)", node.name] + facts.filter { !$0.isEmpty }).joined(separator: "  ") + "\n"
    }

    private static func json(_ node: PipeWireNode) -> String {
        let texts = [
            ("name", node.name), ("description", node.description), ("class", node.mediaClass), ("role", node.role), ("path", node.path),
            ("bus", node.bus),
        ]
        return "{\"node\":\(node.id),\"serial\":\(node.serial)," + texts.map { "\"\($0)\":\(ListingText.quoted($1))" }.joined(separator: ",")
            + ",\"isCamera\":\(node.isCamera)}"
    }
}
