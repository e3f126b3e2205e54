import Testing

@testable import Control

/// Rows as Linux writes them: numbers in the machine's byte order (x86 and ARM: the least significant byte first).
@Suite struct ConnectionOwnerTests {
    private typealias End = ConnectionOwner.End

    private func table(_ user: Int, inode: Int = 77) -> String {
        """
          sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
           0: 0100007F:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000     5        0 11 1 0000000000000000 100 0 0 10 0
           1: 0100007F:1F90 0100007F:C001 01 00000000:00000000 00:00000000 00000000     6        0 12 1 0000000000000000 20 4 30 10 -1
           2: 0100007F:C001 0100007F:1F90 01 00000000:00000000 00:00000000 00000000  \(user)        0 \(inode) 1 0000000000000000 20 4 30 10 -1

        """
    }

    @Test func isTheUserOfTheOtherEnd() {
        #expect(ConnectionOwner.owner(of: End([127, 0, 0, 1], 0xC001), to: End([127, 0, 0, 1], 0x1F90), in: table(1000)) == 1000)
        #expect(ConnectionOwner.owner(of: End([127, 0, 0, 1], 0xC002), to: End([127, 0, 0, 1], 0x1F90), in: table(1000)) == nil)
        #expect(ConnectionOwner.owner(of: End([127, 0, 0, 2], 0xC001), to: End([127, 0, 0, 1], 0x1F90), in: table(1000)) == nil)
    }

    /// A socket without a process is listed as the administrator's.
    @Test func isUnknownOnceTheOtherEndIsClosed() {
        #expect(ConnectionOwner.owner(of: End([127, 0, 0, 1], 0xC001), to: End([127, 0, 0, 1], 0x1F90), in: table(0, inode: 0)) == nil)
    }

    @Test func endsAreWrittenAsTheKernelDoes() {
        #expect(End([127, 0, 0, 1], 8080).text == "0100007F:1F90")
        #expect(End([UInt8](repeating: 0, count: 15) + [1], 81).text == "00000000000000000000000001000000:0051")
        #expect(End([UInt8](repeating: 0, count: 10) + [0xFF, 0xFF, 127, 0, 0, 1], 81).table == "/proc/net/tcp")
    }

    @Test func onlyLoopbackIsSureToBeThisMachine() {
        #expect(End([127, 1, 2, 3], 1).isLoopback && End([UInt8](repeating: 0, count: 15) + [1], 1).isLoopback)
        #expect(!End([192, 0, 2, 1], 1).isLoopback && !End([UInt8](repeating: 0, count: 16), 1).isLoopback)
    }
}
