import CaptureKit

/// Which node was asked for.
enum NodeChoice: Hashable {
    /// By its number, as `--list-nodes` and `pw-cli` show it.
    case id(UInt32)
    /// By its `node.name`, which stays the same when PipeWire is started again.
    case name(String)

    /// - Throws: `.badOption`.
    init(_ text: String) throws(CaptureError) {
        guard text.allSatisfy({ ("0"..."9").contains($0) }) else {
            self = .name(text)
            return
        }
        guard let id = UInt32(text), id > 0, id < .max else {
            throw CaptureError(.badOption, "--node \(text): give a node's number or name, as 'splitcast sources' lists them")
        }
        self = .id(id)
    }

    /// - Throws: `.noScreen` when there is none, or it gives no pictures.
    func find(in nodes: [PipeWireNode]) throws(CaptureError) -> PipeWireNode {
        // The newest of several with the same name.
        let found = nodes.filter { matches($0) }.max { $0.serial < $1.serial }
        guard let found else {
            throw CaptureError(.noScreen, "there is no node \(self) on PipeWire: 'splitcast sources' lists those that give pictures")
        }
        guard found.givesPictures else {
            let kind = found.mediaClass.isEmpty ? "no media class" : found.mediaClass
            throw CaptureError(.noScreen, "node \(self) gives no pictures (\(found.name), \(kind)): 'splitcast sources' lists those that do")
        }
        return found
    }

    private func matches(_ node: PipeWireNode) -> Bool {
        switch self {
        case .id(let id): node.id == id
        case .name(let name): node.name == name
        }
    }
}

extension NodeChoice: CustomStringConvertible {
    var description: String {
        switch self {
        case .id(let id): "\(id)"
        case .name(let name): "'\(name)'"
        }
    }
}
