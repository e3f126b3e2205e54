import CMedia
import Frames

extension Orientation {
    /// From a display matrix: nine numbers in 16.16 fixed point (ISO/IEC 14496-12, 8.3.2), of which the first two of the first two
    /// rows turn and mirror. What is no quarter turn is taken for the nearest one.
    init(displayMatrix bytes: UnsafeRawPointer) {
        func number(_ index: Int) -> Int { Int(bytes.loadUnaligned(fromByteOffset: index * 4, as: Int32.self)) }
        // Right goes to (a, b), down to (c, d).
        let (a, b, c, d) = (number(0), number(1), number(3), number(4))
        if a * a + d * d >= b * b + c * c {
            switch (a >= 0, d >= 0) {
            case (true, true): self = .up
            case (false, true): self = .upMirrored
            case (false, false): self = .down
            case (true, false): self = .downMirrored
            }
        } else {
            switch (b >= 0, c >= 0) {
            case (true, false): self = .right
            case (false, true): self = .left
            case (true, true): self = .leftMirrored
            case (false, false): self = .rightMirrored
            }
        }
    }
}
