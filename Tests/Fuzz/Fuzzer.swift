import Glibc

// What libFuzzer calls (https://llvm.org/docs/LibFuzzer.html). It owns `main`; options that begin with two dashes are ours:
//   --decoder=NAME     what to feed
//   --list             names of the decoders, with the longest input of each
//   --seeds=DIRECTORY  writes the decoder's seeds there

/// Set before the first input; libFuzzer runs one thread.
nonisolated(unsafe) private var chosen = Decoder.all[0]

@_cdecl("LLVMFuzzerInitialize")
public func initialize(
    _: UnsafeMutablePointer<CInt>, _ words: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>
) -> CInt {
    var arguments: [String] = []
    var next = words.pointee
    while let word = next.pointee {
        arguments.append(String(cString: word))
        next += 1
    }
    func value(of option: String) -> String? { arguments.last { $0.hasPrefix(option + "=") }.map { String($0.dropFirst(option.count + 1)) } }
    if arguments.contains("--list") {
        for decoder in Decoder.all { print(decoder.name, decoder.longest) }
        exit(0)
    }
    guard let name = value(of: "--decoder"), let decoder = Decoder.all.first(where: { $0.name == name }) else {
        print("--decoder=NAME, one of \(Decoder.all.map(\.name).joined(separator: " "))")
        exit(2)
    }
    chosen = decoder
    if let directory = value(of: "--seeds") {
        for (index, seed) in decoder.seeds.enumerated() { write(seed, to: "\(directory)/seed-\(index)") }
        exit(0)
    }
    return 0
}

@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    chosen.take(UnsafeRawBufferPointer(start: bytes, count: count))
    return 0
}

private func write(_ bytes: [UInt8], to path: String) {
    guard let file = fopen(path, "w") else { fatalError("cannot write \(path)") }
    fwrite(bytes, 1, bytes.count, file)
    fclose(file)
}
