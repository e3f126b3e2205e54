import Foundation
import Testing

/// Every decoder with its seeds, with the inputs that fuzzing has kept (`Inputs`), and with what is made of both. An input at which a
/// decoder traps is left in `.build/fuzz/fed`, under the decoder's name.
@Suite(.serialized) struct KnownInputTests {
    private static let mutations = 5000
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()

    /// One line each, in Base64.
    private func kept(_ name: String) throws -> [[UInt8]] {
        let path = Self.folder.appendingPathComponent("Inputs/\(name)").path
        guard FileManager.default.fileExists(atPath: path) else { return [] }
        return try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map { line in
            Array(try #require(Data(base64Encoded: String(line)), "\(name): \(line)"))
        }
    }

    @Test(arguments: Decoder.all.map(\.name)) func everyInputIsReadOrRefused(name: String) throws {
        let decoder = try #require(Decoder.all.first { $0.name == name })
        let known = try decoder.seeds + kept(name)
        let fed = try FedInput(name)
        var current: [UInt8] = []
        onBrokenPromise = { words in
            Issue.record("\(name) \(words), given \(Data(current).base64EncodedString())")
        }
        defer { onBrokenPromise = { fatalError($0) } }
        for input in [[]] + known + Array(Mutations(of: known, for: name, longest: decoder.longest, count: Self.mutations)) {
            current = input
            fed.note(input)
            input.withUnsafeBytes { decoder.take($0) }
        }
        fed.forget()
    }

    @Test func inputsBelongToDecoders() throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder.appendingPathComponent("Inputs").path)
        #expect(Set(names).subtracting(Decoder.all.map(\.name)) == [])
    }

    @Test func mutationsAreTheSameInEachRunAndDifferFromTheirInputs() {
        let inputs: [[UInt8]] = [Array("splitcast".utf8), [1, 2, 3, 4]]
        let first = Array(Mutations(of: inputs, for: "a", longest: 12, count: 500))
        #expect(first == Array(Mutations(of: inputs, for: "a", longest: 12, count: 500)))
        #expect(first != Array(Mutations(of: inputs, for: "b", longest: 12, count: 500)))
        #expect(first.allSatisfy { $0.count <= 12 } && Set(first).subtracting(inputs).count > 300)
    }

    /// The input that is being read, in a file that outlives the process.
    private struct FedInput {
        private let path: String
        private let file: FileHandle

        init(_ name: String) throws {
            let folder = KnownInputTests.folder.appendingPathComponent("../../.build/fuzz/fed")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            path = folder.appendingPathComponent(name).path
            let descriptor = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
            try #require(descriptor >= 0, "cannot write \(path)")
            file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        }

        func note(_ input: [UInt8]) {
            ftruncate(file.fileDescriptor, off_t(input.count))
            pwrite(file.fileDescriptor, input, input.count, 0)
        }

        func forget() { unlink(path) }
    }
}
