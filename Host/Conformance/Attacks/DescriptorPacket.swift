import Glibc
import Platform

/// Sends a packet with any number of descriptors, which the protocol never does.
enum DescriptorPacket {
    /// What the kernel accepts with one packet (unix(7), SCM_MAX_FD).
    static let most = 253

    /// The layout is that of cmsg(3): a header of size, level and type, then the numbers, padded to eight bytes.
    static func send(_ bytes: [UInt8], descriptors: [Int32], over socket: Int32) throws(SystemError) {
        let headerBytes = MemoryLayout<cmsghdr>.size
        let length = headerBytes + 4 * descriptors.count
        let control = UnsafeMutableRawBufferPointer.allocate(byteCount: (length + 7) / 8 * 8, alignment: 8)
        defer { control.deallocate() }
        control.initializeMemory(as: UInt8.self, repeating: 0)
        // cmsg_len, cmsg_level, cmsg_type.
        control.storeBytes(of: length, as: Int.self)
        control.storeBytes(of: SOL_SOCKET, toByteOffset: 8, as: Int32.self)
        control.storeBytes(of: Int32(SCM_RIGHTS), toByteOffset: 12, as: Int32.self)
        for (index, descriptor) in descriptors.enumerated() {
            control.storeBytes(of: descriptor, toByteOffset: headerBytes + 4 * index, as: Int32.self)
        }
        var content = bytes
        let size = content.count
        let number = content.withUnsafeMutableBytes { content in
            var part = iovec(iov_base: content.baseAddress, iov_len: size)
            return withUnsafeMutablePointer(to: &part) { pointer -> Int32 in
                var message = msghdr()
                message.msg_iov = pointer
                message.msg_iovlen = 1
                message.msg_control = control.baseAddress
                message.msg_controllen = control.count
                return sendmsg(socket, &message, Int32(MSG_NOSIGNAL)) < 0 ? errno : 0
            }
        }
        if number != 0 { throw SystemError(operation: "sendmsg", number: number) }
    }
}
