import CPipeWire
import CaptureKit
import Glibc
import Platform

/// What the pictures of a node can be, as it says itself.
struct NodeVariety: Hashable {
    /// It says something of it.
    var isKnown = false
    /// Some of it can be captured.
    var hasOurs = false
    /// As PipeWire calls its formats: "GRAY16_LE, mjpg".
    var names = ""

    /// - Throws: `.unsupported`, when none of it can be captured, naming what it gives and what can be.
    func check(_ node: PipeWireNode) throws(CaptureError) {
        guard isKnown, !hasOurs else { return }
        // The media agent decodes what cameras compress.
        let device = node.path.hasPrefix("v4l2:/") ? String(node.path.dropFirst(5)) : nil
        let remedy = device.map { "capture it as a camera, with --capture media --device \($0)" } ?? "what can be: \(Self.ours)"
        throw CaptureError(.unsupported, "\(node.title) gives pictures that cannot be captured (\(names)); \(remedy)")
    }

    /// The formats that can be captured.
    static var ours: String { String(cString: cpw_our_variety()) }
}

extension PipeWireRemote {
    /// Asks a node what its pictures can be; waits for the answer at most `span`. Nothing is known of one that does not answer.
    func variety(of id: UInt32, within span: Duration = .seconds(5)) -> NodeVariety {
        guard cpw_ask_variety(handle, id) == 0 else { return NodeVariety() }
        let deadline = MediaTime.now() + span
        while !cpw_variety(handle).pointee.is_told, fault == nil {
            var entry = pollfd(fd: library.descriptor, events: Int16(POLLIN), revents: 0)
            guard pollUntil(deadline, &entry, 1) > 0 else { break }
            library.turn()
        }
        var told = cpw_variety(handle).pointee
        let names = withUnsafeBytes(of: &told.names) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        return NodeVariety(isKnown: told.has_some, hasOurs: told.has_ours, names: names)
    }
}
