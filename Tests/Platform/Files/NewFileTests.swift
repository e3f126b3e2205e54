import Fixtures
import Foundation
import Platform
import Testing

@Suite struct NewFileTests {
    private let scratch = Scratch()

    private func write(_ text: String, as name: String) throws {
        let bytes = Array(text.utf8)
        try bytes.withUnsafeBytes { bytes in
            var file = try NewFile(in: scratch.path, bytes: bytes)
            try file.name(scratch.file(name))
        }
    }

    @Test func aFileIsThereWholeAndItsOwnersAlone() throws {
        try write("whole", as: "a")
        #expect(try String(contentsOfFile: scratch.file("a"), encoding: .utf8) == "whole")
        #expect(fileNames(in: scratch.path) == ["a"])
        let mode = try FileManager.default.attributesOfItem(atPath: scratch.file("a"))[.posixPermissions] as? Int
        #expect(mode == 0o600)
    }

    @Test func noOtherFileIsReplacedAndNothingIsLeft() throws {
        try write("first", as: "a")
        let error = #expect(throws: SystemError.self) { try write("second", as: "a") }
        #expect(error?.number == EEXIST)
        #expect(try String(contentsOfFile: scratch.file("a"), encoding: .utf8) == "first")
        #expect(fileNames(in: scratch.path) == ["a"])
    }

    @Test func whatIsNotNamedGoesAndAnotherNameMayBeTried() throws {
        try write("first", as: "a")
        try [UInt8](repeating: 7, count: 10).withUnsafeBytes { bytes in
            _ = try NewFile(in: scratch.path, bytes: bytes)
            var file = try NewFile(in: scratch.path, bytes: bytes)
            #expect(throws: SystemError.self) { try file.name(scratch.file("a")) }
            try file.name(scratch.file("b"))
        }
        #expect(fileNames(in: scratch.path).sorted() == ["a", "b"])
    }
}
