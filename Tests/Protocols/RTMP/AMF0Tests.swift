import Testing

@testable import Protocols

@Suite struct AMF0Tests {
    /// Made anew each time: what a static value of indirect cases holds looks like a leak to LeakSanitizer.
    static var values: [AMF0Value] {
        [
            .number(1935), .number(-0.5), .boolean(true), .boolean(false), .string(""), .string("live/ключ"), .null, .undefined, .date(1.5e12),
            .string(String(repeating: "a", count: 70_000)), .array([.number(1), .null, .array([])]), .object([:] as KeyValuePairs),
            .object(["a": .object(["b": .string("c")]), "": .number(2)]), .table(["text": .string("x"), "language": .string("und")]),
        ]
    }

    @Test(arguments: values) func whatIsWrittenIsReadBack(_ value: AMF0Value) {
        #expect(AMF0Reader.values(AMF0Value.bytes(value, .string("after"))) == [value, .string("after")])
    }

    @Test func bytesAreAsTheSpecificationHasThem() {
        #expect(AMF0Value.bytes(.number(1)) == [0, 0x3F, 0xF0, 0, 0, 0, 0, 0, 0])
        #expect(AMF0Value.bytes(.string("ab")) == [2, 0, 2, 0x61, 0x62])
        #expect(AMF0Value.bytes(.object(["a": .boolean(true)])) == [3, 0, 1, 0x61, 1, 1, 0, 0, 9])
        #expect(AMF0Value.bytes(.table(["a": .null])) == [8, 0, 0, 0, 1, 0, 1, 0x61, 5, 0, 0, 9])
    }

    @Test func whatIsCutOffIsNoValueButWhatCameBeforeCounts() {
        for value in Self.values.filter({ $0.text?.count ?? 0 < 1000 }) {
            let whole = AMF0Value.bytes(.null, value)
            for count in 1..<whole.count { #expect(AMF0Reader.values(Array(whole[..<count])) == [.null]) }
        }
    }

    @Test func claimsAreNotBelieved() {
        #expect(AMF0Reader.values([10, 0xFF, 0xFF, 0xFF, 0xFF, 5]) == [])
        #expect(AMF0Reader.values([12, 0xFF, 0xFF, 0xFF, 0xFF, 65]) == [])
        #expect(AMF0Reader.values([UInt8](repeating: 10, count: 100)) == [])
        #expect(AMF0Reader.values(Array(repeatElement([3, 0, 0] as [UInt8], count: 100).joined())) == [])
        // AMF3's marker and others that are not in use.
        #expect(AMF0Reader.values([5, 17, 4, 1]) == [.null])
    }

    @Test func propertiesAreFoundByName() {
        let value = AMF0Value.object(["code": .string("old"), "code": .string("new")])
        #expect(value["code"]?.text == "new" && value["level"] == nil && AMF0Value.null["code"] == nil)
    }
}
