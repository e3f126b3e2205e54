import CPipeWire
import CaptureKit
import Glibc
import Platform

/// A connection to PipeWire, and what can be seen on it.
final class PipeWireRemote {
    let handle: OpaquePointer
    let library: PipeWireLibrary

    /// By a connection that exists already, which is taken over.
    /// - Throws: `.noDisplay` when the descriptor is no such connection.
    init(_ library: PipeWireLibrary, taking descriptor: Int32) throws(CaptureError) {
        guard let handle = cpw_connect(library.handle, descriptor, nil) else {
            throw CaptureError(.noDisplay, "the connection to PipeWire that was handed over cannot be used: \(String(cString: strerror(errno)))")
        }
        (self.handle, self.library) = (handle, library)
    }

    /// To the user's own PipeWire, or the one that `$PIPEWIRE_REMOTE` names.
    /// - Throws: `.noDisplay` when PipeWire does not answer.
    init(_ library: PipeWireLibrary) throws(CaptureError) {
        guard let handle = cpw_connect(library.handle, -1, nil) else {
            throw CaptureError(
                .noDisplay,
                "PipeWire does not answer (\(String(cString: strerror(errno)))): is it running, and is XDG_RUNTIME_DIR set? "
                    + "Start it with 'systemctl --user start pipewire'")
        }
        (self.handle, self.library) = (handle, library)
    }

    deinit { cpw_disconnect(handle) }

    var isSettled: Bool { cpw_is_settled(handle) }

    /// Why the connection has ended; `nil` as long as it stands.
    var fault: String? {
        let number = cpw_fault(handle)
        return number == 0 ? nil : String(cString: strerror(number))
    }

    /// Waits until PipeWire has announced everything that is there.
    /// - Throws: `.noDisplay` when PipeWire goes away meanwhile or does not answer for `span`.
    func settle(within span: Duration = .seconds(5)) throws(CaptureError) {
        let deadline = MediaTime.now() + span
        while !isSettled {
            var entry = pollfd(fd: library.descriptor, events: Int16(POLLIN), revents: 0)
            let found = pollUntil(deadline, &entry, 1)
            library.turn()
            if let fault { throw CaptureError(.noDisplay, "PipeWire ended the connection: \(fault)") }
            guard found > 0 || isSettled else { throw CaptureError(.noDisplay, "PipeWire does not answer: it was given \(span)") }
        }
    }

    /// Gives up everything but reading one node, for as long as the connection lasts: other programs' audio and video, and the setting
    /// of devices, are out of reach of this process then.
    ///
    /// - Throws: `.noDisplay` when PipeWire does not do so.
    func restrict(to node: UInt32) throws(CaptureError) {
        let status = cpw_restrict(handle, node)
        guard status == 0 else {
            throw CaptureError(.noDisplay, "the connection to PipeWire cannot be limited to one node: \(String(cString: strerror(-status)))")
        }
        try settle()
    }

    /// The nodes that are there now.
    var nodes: [PipeWireNode] {
        (0..<cpw_node_count(handle)).compactMap { index in cpw_node_at(handle, index).map { PipeWireNode($0.pointee) } }
    }

    /// Whether a node is there now.
    func hasNode(_ id: UInt32) -> Bool {
        for index in 0..<cpw_node_count(handle) where cpw_node_at(handle, index).pointee.id == id { return true }
        return false
    }
}
