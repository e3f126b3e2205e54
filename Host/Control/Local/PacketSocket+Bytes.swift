import Platform

extension PacketSocket {
    func send(_ bytes: [UInt8]) throws(SystemError) {
        var failure: SystemError?
        bytes.withUnsafeBytes { raw in
            do throws(SystemError) { try send(raw) } catch { failure = error }
        }
        if let failure { throw failure }
    }
}
