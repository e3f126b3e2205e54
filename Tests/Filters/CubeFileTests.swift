import Fixtures
import Foundation
import Glibc
import Testing

@testable import Filters

/// Colour tables: every line is understood, or the file is refused with the line's number.
@Suite struct CubeFileTests {
    private func lines(_ size: Int, _ colour: (Double, Double, Double) -> [Double] = { [$0, $1, $2] }) -> [String] {
        var lines = ["TITLE \"a table\"", "# a remark", "LUT_3D_SIZE \(size)", ""]
        for blue in 0..<size {
            for green in 0..<size {
                for red in 0..<size {
                    let most = Double(size - 1)
                    lines.append(colour(Double(red) / most, Double(green) / most, Double(blue) / most).map { "\($0)" }.joined(separator: " "))
                }
            }
        }
        return lines
    }

    private func parse(_ lines: [String]) throws -> Int { try CubeFile.parse(Array(lines.joined(separator: "\n").utf8)).size }

    @Test func aTableIsRead() throws {
        #expect(try parse(lines(2)) == 2)
        #expect(try CubeFile.parse(Array(lines(3).joined(separator: "\r\n").utf8)).size == 3)
        #expect(try parse(["DOMAIN_MIN 0 0 0", "DOMAIN_MAX 2 2 2"] + lines(2) + ["", "# the end"]) == 2)
    }

    @Test(arguments: [
        (["LUT_3D_SIZE 1"], "line 1 must be LUT_3D_SIZE"), (["LUT_3D_SIZE 66"], "2 to 65"), (["LUT_3D_SIZE 2 2"], "2 to 65"),
        (["LUT_3D_SIZE 2", "LUT_3D_SIZE 2"], "line 2 says LUT_3D_SIZE once more"), (["LUT_1D_SIZE 16"], "one dimension"),
        (["", "0 0 0"], "line 2 has a colour before"), (["LUT_3D_SIZE 2", "0 0"], "line 2 must have 3 numbers, and has 2"),
        (["LUT_3D_SIZE 2", "0 0 nan"], "line 2 has 'nan'"), (["LUT_3D_SIZE 2", "0 0 1e39"], "line 2 has '1e39'"),
        (["LUT_3D_SIZE 2", "0 0 0x1"], "line 2 has '0x1'"), (["LUT_3D_SIZE 2", "0 0 0", "DOMAIN_MIN 0 0 0"], "line 3 stands after colours"),
        (["SOMETHING 3"], "line 1 begins with nothing"), (["LUT_3D_SIZE 2", "0 0 0"], "it has 1 colours, and a table of size 2 has 8"),
        (["DOMAIN_MIN 1 0 0"], "no LUT_3D_SIZE"), ([String(repeating: "x", count: 600)], "longer than 512"),
    ])
    func whatIsWrongIsOneLineWithItsNumber(text: [String], part: String) {
        let error = #expect(throws: FilterError.self) { _ = try parse(text) }
        #expect(error?.message.contains(part) == true, "\(error?.message ?? "")")
        #expect(error?.message.contains("\n") == false)
    }

    /// Whatever stands in a file, it is a table or refused in one line.
    @Test func noBytesAreMoreThanRefused() {
        var random = SeededRandom(seed: 5)
        let good = Array(lines(2).joined(separator: "\n").utf8)
        var refused = 0
        for _ in 0..<2000 {
            var bytes = good
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] = .random(in: 0...255, using: &random)
            }
            if Bool.random(using: &random) { bytes.removeLast(Int.random(in: 0...bytes.count, using: &random)) }
            do throws(FilterError) { #expect(try CubeFile.parse(bytes).size >= 2) } catch {
                refused += 1
                #expect(!error.message.contains("\n"))
            }
        }
        #expect(refused > 1000)
    }

    @Test func oneColourTooManyAndADomainThatDoesNotRise() {
        var error = #expect(throws: FilterError.self) { _ = try parse(lines(2) + ["0 0 0"]) }
        #expect(error?.message.contains("line 13 is one colour too many") == true, "\(error?.message ?? "")")
        error = #expect(throws: FilterError.self) { _ = try parse(["DOMAIN_MIN 0 0 0", "DOMAIN_MAX 1 0 1"] + lines(2)) }
        #expect(error?.message.contains("DOMAIN_MAX") == true)
    }

    @Test func whatIsNoFileIsRefusedByName() throws {
        let scratch = Scratch()
        _ = mkfifo(scratch.file("pipe.cube"), 0o600)
        for (path, part) in [
            (scratch.file("none.cube"), "cannot be read"), (scratch.file("pipe.cube"), "is not a file"), ("/dev/zero", "is not a file"),
        ] {
            let error = #expect(throws: FilterError.self) { _ = try CubeFile.read(path) }
            #expect(error?.message.contains(path) == true && error?.message.contains(part) == true, "\(error?.message ?? "")")
        }
        try Data("no table".utf8).write(to: URL(fileURLWithPath: scratch.file("text.cube")))
        let error = #expect(throws: FilterError.self) { _ = try CubeFile.read(scratch.file("text.cube")) }
        #expect(error?.message.contains("text.cube' is wrong: line 1") == true, "\(error?.message ?? "")")
    }
}
