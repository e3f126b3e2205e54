import Fixtures
import Frames
import MediaFixtures
import Testing

@testable import Codec

@Suite struct ScrollSearchTests {
    private let size = PixelSize(width: 100, height: 150)
    private let picture: TestPicture
    private let search: ScrollSearch

    init() {
        (picture, search) = (TestPicture(width: 100, height: 150), ScrollSearch(of: PixelSize(width: 100, height: 150), mostRows: 70))
        var random = SeededRandom(seed: 3)
        for index in 0..<100 * 150 * 3 / 2 { picture.view.luma[index] = UInt8(random.next() % 256) }
    }

    /// Moves all rows but the topmost and the lowest ten, up where `rows` is above 0.
    private func scroll(_ rows: Int) {
        let (width, height) = (size.width, size.height)
        func move(_ plane: UnsafeMutablePointer<UInt8>, _ width: Int, _ range: Range<Int>, _ rows: Int) {
            let old = Array(UnsafeBufferPointer(start: plane, count: width * (range.upperBound + 10)))
            for y in range where range.contains(y + rows) {
                for x in 0..<width { plane[y * width + x] = old[(y + rows) * width + x] }
            }
        }
        move(picture.view.luma, width, 10..<height - 10, rows)
        guard rows % 2 == 0 else { return }
        for plane in [picture.view.blueChroma, picture.view.redChroma] { move(plane, width / 2, 5..<height / 2 - 5, rows / 2) }
    }

    /// A letter for each macroblock, a row of them for each row: moved and the same, moved and to be corrected, unchanged, to be corrected.
    private func letters(_ scroll: ScrollSearch.Scroll?, rows: Int) -> [String] {
        guard let scroll else { return [] }
        return (0..<10).map { row in
            String(
                (0..<7).map { column in
                    let index = row * 7 + column
                    guard scroll.motion[index] == 0 else { return scroll.motion[index] != rows ? "?" : scroll.unchanged[index] != 0 ? "=" : "m" }
                    return scroll.unchanged[index] != 0 ? "." : "c"
                })
        }
    }

    private func find(_ rows: Int, unchanged: Set<Int> = []) -> [String] {
        search.encoded(picture.view, unchanged: nil)
        scroll(rows)
        return again(rows, unchanged: unchanged)
    }

    /// What is found of the picture as it is now.
    private func again(_ rows: Int, unchanged: Set<Int> = []) -> [String] {
        let flags = (0..<70).map { UInt8(unchanged.contains($0) ? 1 : 0) }
        return flags.withUnsafeBufferPointer { letters(search.find(in: picture.view, unchanged: $0.baseAddress!), rows: rows) }
    }

    /// The columns on the right and the row below are no whole macroblocks; the outermost rows stayed.
    @Test(arguments: [2, 16, -18]) func whatWasScrolledByAnEvenNumberOfRowsIsTheSame(rows: Int) {
        let found = find(rows)
        #expect(found.count == 10 && found[9] == "ccccccc", "\(found)")
        let moved = rows < 0 ? 2..<8 : 1..<7
        for row in moved { #expect(found[row] == "======c", "\(found)") }
        #expect(!found.joined().contains("?"), "\(found)")
    }

    /// Its colour lies between two rows; here it even stayed.
    @Test(arguments: [1, -33]) func whatWasScrolledByAnOddNumberOfRowsIsFound(rows: Int) {
        let found = find(rows)
        #expect(found.count == 10 && found.joined().filter { $0 == "=" }.count >= 24, "\(found)")
        #expect(!found.joined().contains("?"), "\(found)")
    }

    @Test func whatDidNotChangeStaysThere() {
        let found = find(4, unchanged: [15, 16, 22])
        #expect(found[2] == "=..===c" && found[3] == "=.====c", "\(found)")
    }

    /// It moves, and is corrected.
    @Test func anotherColourIsSeen() {
        search.encoded(picture.view, unchanged: nil)
        scroll(8)
        picture.view.blueChroma[20 * 50 + 12] ^= 1
        let found = again(8)
        #expect(found[2] == "=m====c", "\(found)")
    }

    @Test func whatWasNotScrolledOrTooFarIsNotFound() {
        #expect(find(0) == [])
        #expect(find(71) == [])
        search.encoded(picture.view, unchanged: nil)
        picture.draw(1)
        #expect(again(2) == [])
        picture.fill(luma: 40, blue: 128, red: 128)
        #expect(find(2) == [])
    }

    @Test func beforeLibx264HadAPictureNothingIsFound() {
        #expect(again(2) == [])
        #expect(find(2) != [])
        search.forget()
        #expect(again(2) == [])
    }
}
