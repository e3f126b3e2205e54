import AppGroup
import Glibc
import Platform

/// Packets as any program could send them.
enum RawPackets {
    /// Sends each and waits for its reply.
    static func exchange(_ packets: [[UInt8]], _ directory: GroupDirectory) throws -> [String] {
        let socket = try PacketSocket(connectingTo: directory.controlPath)
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: PacketSocket.largestPacketBytes, alignment: 16)
        defer { buffer.deallocate() }
        return try packets.map { packet in
            try packet.withUnsafeBytes { try socket.send($0) }
            guard socket.waitReadable(until: .now() + .seconds(10)) else { return "silence" }
            var passed: OwnedDescriptor?
            guard case .packet(let count, _) = try socket.receive(into: buffer, passed: &passed) else { return "end" }
            return String(decoding: buffer[..<count], as: UTF8.self)
        }
    }
}
