import Foundation
import Frames

/// What decoders make of pictures of ours beside libx264's.
struct DeltaComparison {
    var ours = 0
    /// Macroblocks that nothing changed, and that are other than in libx264's last picture.
    var stale = 0
    var changed = 0
    /// Those of them that nothing changed until libx264's next picture; by how many decibels they are better than it makes them, all
    /// together and as far as it is seen; and how many are more than 3 dB worse where it is.
    var followed = 0
    var gain = 0.0
    var worse = 0
}

extension DeltaScenario {
    func compare(_ decoded: [UInt8]) -> DeltaComparison {
        var (comparison, last, since) = (DeltaComparison(), 0, Set<Int>())
        for (number, isOurs) in self.isOurs.enumerated() {
            guard isOurs else {
                (last, since) = (number, [])
                continue
            }
            comparison.ours += 1
            since.formUnion(changed[number])
            let next = self.isOurs[number...].firstIndex(of: false)
            for block in 0..<columns * rows {
                if !since.contains(block) {
                    if !isEqual(decoded, number, last, block) { comparison.stale += 1 }
                    continue
                }
                comparison.changed += 1
                // As libx264's next picture has it, if nothing changes it until then, and no key frame begins anew.
                guard let next, !changed[number + 1...next].contains(where: { $0.contains(block) }) else { continue }
                let (ours, theirs) = (quality(decoded, number, block), quality(decoded, next, block))
                comparison.followed += 1
                comparison.gain += min(ours, 44) - min(theirs, 44)
                if ours < 44, theirs > ours + 3 { comparison.worse += 1 }
            }
        }
        return comparison
    }

    private func part(_ block: Int) -> PixelRectangle {
        PixelRectangle(x: block % columns * 16, y: block / columns * 16, width: 16, height: 16)
            .intersection(PixelRectangle(of: size))
    }

    private func isEqual(_ decoded: [UInt8], _ one: Int, _ other: Int, _ block: Int) -> Bool {
        let (part, width, area) = (part(block), size.width, size.width * size.height)
        func rows(_ start: Int, _ stride: Int, _ part: PixelRectangle) -> Bool {
            (part.y..<part.maxY).allSatisfy { row in
                let first = start + row * stride + part.x
                let (a, b) = (one * bytes + first, other * bytes + first)
                return decoded[a..<a + part.width] == decoded[b..<b + part.width]
            }
        }
        let half = PixelRectangle(x: part.x / 2, y: part.y / 2, width: part.width / 2, height: part.height / 2)
        return rows(0, width, part) && rows(area, width / 2, half) && rows(area * 5 / 4, width / 2, half)
    }

    /// Peak signal to noise of a macroblock's luma, in decibels.
    ///
    /// - Parameter other: what was to be seen then; `nil` for what was to be seen in that picture.
    func quality(_ decoded: [UInt8], _ number: Int, _ block: Int, against other: Int? = nil) -> Double {
        let (part, original) = (part(block), originals[other ?? number])
        var sum = 0
        for y in part.y..<part.maxY {
            for index in y * size.width + part.x..<y * size.width + part.maxX {
                let difference = Int(original[index]) - Int(decoded[number * bytes + index])
                sum += difference * difference
            }
        }
        return 10 * log10(255 * 255 / (Double(sum) / Double(part.area) + 0.01))
    }
}
