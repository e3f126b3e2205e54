/// A message put together by hand, field by field: the length is right unless it is made wrong.
struct WireBytes {
    private var body: [UInt8] = []
    var mark: UInt16 = 0x4353
    var version: UInt8 = 1
    let kind: UInt8
    /// Said instead of the true length.
    var claimedLength: UInt32?

    init(kind: UInt8) { self.kind = kind }

    private func adding(_ more: some Sequence<UInt8>) -> WireBytes {
        var next = self
        next.body += more
        return next
    }

    private func number<Value: FixedWidthInteger>(_ value: Value) -> WireBytes { adding(withUnsafeBytes(of: value.littleEndian) { Array($0) }) }

    func u8(_ value: UInt8) -> WireBytes { number(value) }
    func u16(_ value: UInt16) -> WireBytes { number(value) }
    func u32(_ value: UInt32) -> WireBytes { number(value) }
    func u64(_ value: UInt64) -> WireBytes { number(value) }
    func i64(_ value: Int64) -> WireBytes { number(value) }
    func raw(_ bytes: some Sequence<UInt8>) -> WireBytes { adding(bytes) }

    /// Length and bytes, as they are given: too long or no UTF-8 if one likes.
    func text(_ value: some Collection<UInt8>) -> WireBytes { u8(UInt8(truncatingIfNeeded: value.count)).adding(value) }
    func text(_ value: String) -> WireBytes { text(Array(value.utf8)) }

    func with(_ change: (inout WireBytes) -> Void) -> WireBytes {
        var next = self
        change(&next)
        return next
    }

    var bytes: [UInt8] {
        let header = WireBytes(kind: 0).u16(mark).u8(version).u8(kind).u32(claimedLength ?? UInt32(body.count)).body
        return header + body
    }
}
