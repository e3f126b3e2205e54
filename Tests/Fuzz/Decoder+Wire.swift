import AppGroup

extension Decoder {
    /// Every message of the protocol, and the look at its header alone.
    static var wire: [Decoder] {
        [
            message(SampleMessages.hello), message(SampleMessages.welcome), message(SampleMessages.refusal), message(SampleMessages.geometry),
            message(SampleMessages.memory), message(SampleMessages.agentState), message(SampleMessages.notice), message(SampleMessages.pointer),
            message(SampleMessages.ended), message(SampleMessages.hostState), header,
        ]
    }

    private static func message<Message: WireMessage>(_ sample: Message) -> Decoder {
        let (first, second) = (WireBuffer(), WireBuffer())
        // What is understood says the same when it is sent on.
        func check(_ bytes: UnsafeRawBufferPointer) throws(WireError) {
            try Message.decode(bytes).encode(into: first)
            do throws(WireError) { try Message.decode(first.bytes).encode(into: second) } catch { fatalError("reads not back: \(error)") }
            demand(first.bytes.elementsEqual(second.bytes), "changes when it is sent on")
        }
        return Decoder(name: "\(Message.kind)", seeds: [SampleMessages.bytes(sample)]) { bytes in
            do throws(WireError) { try check(bytes) } catch {
                // Most random inputs fail at the header, so each is also taken as a body.
                withMessage(of: Message.kind, body: bytes) { whole in
                    do throws(WireError) { try check(whole) } catch {}
                }
            }
        }
    }

    private static var header: Decoder {
        Decoder(name: "header", seeds: SampleMessages.all.map(\.bytes)) { bytes in
            // Refusing is an answer.
            do throws(WireError) { _ = try messageKind(of: bytes) } catch {}
        }
    }
}

/// Calls `body` with a message of a right header, in memory that ends where the message ends.
func withMessage(of kind: MessageKind, body bytes: UnsafeRawBufferPointer, _ take: (UnsafeRawBufferPointer) -> Void) {
    let whole = UnsafeMutableRawBufferPointer.allocate(byteCount: 8 + bytes.count, alignment: 1)
    defer { whole.deallocate() }
    whole.storeBytes(of: UInt16(0x4353).littleEndian, as: UInt16.self)
    whole[2] = 1
    whole[3] = kind.rawValue
    whole.storeBytes(of: UInt32(bytes.count).littleEndian, toByteOffset: 4, as: UInt32.self)
    UnsafeMutableRawBufferPointer(rebasing: whole[8...]).copyMemory(from: bytes)
    take(UnsafeRawBufferPointer(whole))
}
