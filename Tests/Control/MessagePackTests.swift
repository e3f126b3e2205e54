import Testing

@testable import Control

/// The examples are those of Python's msgpack.
@Suite struct MessagePackTests {
    @Test(
        arguments: [
            ("c0", .null), ("c3", true), ("05", 5), ("ff", -1), ("d0df", -33), ("cc80", 128), ("cdffff", 65535), ("ce00010000", 65536),
            ("d1ff7f", -129), ("d2ffff7fff", -32769), ("cb3ff8000000000000", .number(1.5)), ("ca3fc00000", .number(1.5)), ("a161", "a"),
            ("d920" + String(repeating: "61", count: 32), .text(String(repeating: "a", count: 32))), ("93010203", [1, 2, 3]),
            ("82a161c3a1620a", ["a": true, "b": 10]), ("cfffffffffffffffff", .number(18_446_744_073_709_551_616)), ("dc000101", [1]),
            ("de0001a16101", ["a": 1]), ("a2c3a4", "ä"),
        ] as [(String, JSONValue)]) func whatOthersWriteIsRead(text: String, value: JSONValue) throws
    {
        #expect(try MessagePack.decode(Self.bytes(text)) == value)
        #expect(try MessagePack.decode(MessagePack.encode(value)) == value)
    }

    @Test(arguments: [
        "", "c1", "a261", "9301", "81a161", "810101", "c40161", "d40100", "0101", "dd7fffffff", "dfffffffff", "dbffffffff", "a1ff",
        String(repeating: "91", count: 65) + "c0",
    ]) func whatIsNoneIsRefused(text: String) {
        #expect(throws: MessagePack.Malformed.self) { try MessagePack.decode(Self.bytes(text)) }
    }

    /// Each in the shortest form that there is for its length.
    @Test(arguments: [(31, 1), (32, 2), (255, 2), (256, 3), (65_535, 3), (65_536, 5)]) func lengthsAreWritten(count: Int, head: Int) throws {
        let (text, list) = (JSONValue.text(String(repeating: "a", count: count)), JSONValue.list([JSONValue](repeating: 1, count: count)))
        let object = JSONValue.object(Dictionary(uniqueKeysWithValues: (0..<min(count, 300)).map { ("\($0)", 1) }))
        #expect(MessagePack.encode(text).count == count + head)
        for value in [text, list, object] { #expect(try MessagePack.decode(MessagePack.encode(value)) == value) }
    }

    private static func bytes(_ text: String) -> [UInt8] {
        let digits = Array(text)
        return stride(from: 0, to: digits.count, by: 2).compactMap { UInt8(String(digits[$0...$0 + 1]), radix: 16) }
    }
}
