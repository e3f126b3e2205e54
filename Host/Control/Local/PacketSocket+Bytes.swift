import Platform

extension PacketSocket {
    func send(_ bytes: [UInt8], descriptor: Int32? = nil) throws(SystemError) {
        var failure: SystemError?
        bytes.withUnsafeBytes { raw in
            do throws(SystemError) { try send(raw, descriptor: descriptor) } catch { failure = error }
        }
        if let failure { throw failure }
    }
}
