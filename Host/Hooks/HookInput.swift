import Events
import FoundationEssentials
import Glibc
import Platform

/// An event as a hook reads it from its standard input: one line of JSON, in a file in memory, however long it is.
enum HookInput {
    static func line(of event: SessionEvent) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.nonConformingFloatEncodingStrategy = .convertToString(positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        let text = try? encoder.encode(event)  // an event has nothing that JSON has not
        return Array(text ?? Data("{}".utf8)) + [UInt8(ascii: "\n")]
    }

    static func file(of event: SessionEvent) throws(SystemError) -> OwnedDescriptor {
        let number = try makeMemoryFile(named: "splitcast-event")
        let file = OwnedDescriptor(taking: number)
        let bytes = line(of: event)
        guard write(number, bytes, bytes.count) == bytes.count, lseek(number, 0, SEEK_SET) == 0 else {
            throw SystemError(operation: "writing an event", number: errno)
        }
        return file
    }
}
