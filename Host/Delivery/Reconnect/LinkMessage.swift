/// What the kernel tells about links, addresses and routes (rtnetlink(7)), reduced to whether a way to the network came up.
/// Bytes in, changes out; reads nothing past their end. Belongs to one thread.
struct LinkMessage: Sendable {
    /// From <linux/rtnetlink.h>, <linux/netlink.h> and <linux/if.h>.
    private enum Kernel {
        static let done: UInt16 = 3
        static let (newLink, delLink): (UInt16, UInt16) = (16, 17)
        static let (newAddress, delAddress): (UInt16, UInt16) = (20, 21)
        static let (newRoute, delRoute): (UInt16, UInt16) = (24, 25)
        static let (isUp, isLoopback, isRunning): (UInt32, UInt32, UInt32) = (1, 8, 0x40)
        static let mainTable: UInt8 = 254
        static let unicast: UInt8 = 1
        static let clonedRoute: UInt32 = 0x200
        static let headerBytes = 16
        /// ifinfomsg; ifaddrmsg; rtmsg.
        static let (linkBytes, addressBytes, routeBytes) = (16, 8, 12)
        /// Attributes that change while an address or a route stays the same: IFA_CACHEINFO and IFA_FLAGS, RTA_CACHEINFO and RTA_METRICS.
        static let (passingOfAddress, passingOfRoute): (Set<UInt16>, Set<UInt16>) = ([6, 8], [12, 8])
    }

    private var running: Set<Int32> = []
    private var known: Set<[UInt8]> = []
    /// A machine with more of them than this is told again of routes that it knew.
    private static let mostKnown = 1024

    /// One datagram, which may hold several messages.
    /// - Returns: whether something came up that was not there before.
    mutating func read(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var isUp = false
        var at = 0
        while at + Kernel.headerBytes <= bytes.count {
            let length = Int(bytes.loadUnaligned(fromByteOffset: at, as: UInt32.self))
            let type = bytes.loadUnaligned(fromByteOffset: at + 4, as: UInt16.self)
            guard length >= Kernel.headerBytes, at + length <= bytes.count else { return isUp }
            let body = UnsafeRawBufferPointer(rebasing: bytes[at + Kernel.headerBytes..<at + length])
            switch type {
            case Kernel.newLink, Kernel.delLink: isUp = readLink(body, isThere: type == Kernel.newLink) || isUp
            case Kernel.newAddress, Kernel.delAddress: isUp = readAddress(body, isThere: type == Kernel.newAddress) || isUp
            case Kernel.newRoute, Kernel.delRoute: isUp = readRoute(body, isThere: type == Kernel.newRoute) || isUp
            case Kernel.done: return isUp
            default: break
            }
            at += (length + 3) & ~3
        }
        return isUp
    }

    private mutating func readLink(_ body: UnsafeRawBufferPointer, isThere: Bool) -> Bool {
        guard body.count >= Kernel.linkBytes else { return false }
        let index = body.loadUnaligned(fromByteOffset: 4, as: Int32.self)
        let flags = body.loadUnaligned(fromByteOffset: 8, as: UInt32.self)
        let wanted = Kernel.isUp | Kernel.isRunning
        guard isThere, flags & wanted == wanted else {
            running.remove(index)
            return false
        }
        return running.insert(index).inserted && flags & Kernel.isLoopback == 0
    }

    private mutating func readAddress(_ body: UnsafeRawBufferPointer, isThere: Bool) -> Bool {
        guard body.count >= Kernel.addressBytes else { return false }
        // Family, length of the prefix, and which link; the flags and the scope between them may change.
        var key: [UInt8] = [UInt8(Kernel.newAddress), body[0], body[1]] + body[4..<8]
        append(body[Kernel.addressBytes...], without: Kernel.passingOfAddress, to: &key)
        return note(key, isThere: isThere)
    }

    private mutating func readRoute(_ body: UnsafeRawBufferPointer, isThere: Bool) -> Bool {
        guard body.count >= Kernel.routeBytes, body[4] == Kernel.mainTable, body[7] == Kernel.unicast else { return false }
        guard body.loadUnaligned(fromByteOffset: 8, as: UInt32.self) & Kernel.clonedRoute == 0 else { return false }
        var key: [UInt8] = [UInt8(Kernel.newRoute), body[0], body[1]]
        append(body[Kernel.routeBytes...], without: Kernel.passingOfRoute, to: &key)
        return note(key, isThere: isThere)
    }

    /// Attributes one after the other: two bytes of length, two of type, the value, padded to four.
    private func append(_ attributes: Slice<UnsafeRawBufferPointer>, without passing: Set<UInt16>, to key: inout [UInt8]) {
        let bytes = UnsafeRawBufferPointer(rebasing: attributes)
        var at = 0
        while at + 4 <= bytes.count {
            let length = Int(bytes.loadUnaligned(fromByteOffset: at, as: UInt16.self))
            let type = bytes.loadUnaligned(fromByteOffset: at + 2, as: UInt16.self)
            guard length >= 4, at + length <= bytes.count else { return }
            if !passing.contains(type) { key += bytes[at..<at + length] }
            at += (length + 3) & ~3
        }
    }

    private mutating func note(_ key: [UInt8], isThere: Bool) -> Bool {
        guard isThere else {
            known.remove(key)
            return false
        }
        if known.count >= Self.mostKnown { known.removeAll() }
        return known.insert(key).inserted
    }
}
