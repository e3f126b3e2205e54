import AgentProtocol

extension Decoder {
    /// Every message of the protocol, and the look at its header alone.
    static var wire: [Decoder] {
        [
            message(SampleMessages.hello), message(SampleMessages.welcome), message(SampleMessages.refusal), message(SampleMessages.geometry),
            message(SampleMessages.memory), message(SampleMessages.cast), message(SampleMessages.agentState), message(SampleMessages.notice),
            message(SampleMessages.pointer), message(SampleMessages.ended), message(SampleMessages.remark), message(SampleMessages.focus),
            message(SampleMessages.displayPower), message(SampleMessages.cameraControls), message(SampleMessages.cameraSettings),
            message(SampleMessages.extra), message(SampleMessages.hostState),
            message(SampleMessages.soundHello), message(SampleMessages.soundAccepted), message(SampleMessages.soundRefusal),
            message(SampleMessages.soundState), message(AudioEnd()),
            soundBlock, header, decoderReport, decodingRequest, clipReport, clipRequest,
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

    /// The first four bytes choose the format that the block is read as.
    private static var soundBlock: Decoder {
        let sample = SampleMessages.all.first { $0.name == "soundBlock" }?.bytes ?? []
        return Decoder(name: "soundBlock", seeds: [[2, 3, 0, 0] + sample.dropFirst(8), [1, 1, 0, 0] + sample.dropFirst(8)]) { bytes in
            guard bytes.count >= 4 else { return }
            let encoding: PCMFormat.Encoding = bytes[0] & 1 == 0 ? .f32 : .s16
            let format = PCMFormat(encoding, sampleRateHertz: 8000 + Int(bytes[2]), channels: 1 + Int(bytes[1] & 7))!
            withMessage(of: .soundBlock, body: UnsafeRawBufferPointer(rebasing: bytes[4...])) { whole in
                do throws(WireError) {
                    let block = try AudioBlock(decoding: whole, of: format)
                    demand(block.samples.count == block.sampleFrames * format.bytesPerSampleFrame, "another size than it says")
                    demand((1...AudioBlock.mostSampleFrames(of: format)).contains(block.sampleFrames), "a size out of range")
                    demand(block.captureTime.map { $0.nanoseconds > 0 } ?? true, "a time that cannot be")
                    // Every byte lies within the message.
                    var sum: UInt8 = 0
                    for byte in block.samples { sum &+= byte }
                    demand(sum == block.samples.reduce(0, &+), "changes while it is read")
                } catch {}
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
