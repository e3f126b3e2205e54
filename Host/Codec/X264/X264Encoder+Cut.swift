import CX264
import Glibc
import Picture

/// Pictures that have nothing to do with the one before.
extension X264Encoder {
    /// On average, in levels of 255, beside what libx264's last picture is off by. One picture of a fade differs by less.
    private static let leastDifference = 6.0
    /// The mean of an error beside its root mean square: much of a page of text has none.
    private static let meanOfError = 0.6
    /// Of the rows, one in so many is looked at.
    private static let rowStep = 8

    /// Whether another page comes at once on a still screen, such as the next slide. libx264 gives a picture that refers to none more of its bits,
    /// which all that follow refer to; by itself it finds a cut only where next to nothing is alike.
    func isCut(_ view: I420View) -> Bool {
        guard intra != nil, vbvSpan.isCalm, changedShare >= VBVSpan.mostOfPart, reach.rows == 0, let encoded else { return false }
        var (sum, count) = (0, 0)
        for row in stride(from: 0, to: view.size.height, by: Self.rowStep) {
            let (new, old) = (view.luma + row * view.lumaStrideBytes, encoded.luma + row * encoded.lumaStrideBytes)
            for column in 0..<view.size.width { sum += abs(Int(new[column]) - Int(old[column])) }
            count += view.size.width
        }
        let error = Self.meanOfError * 255 / pow(10, lumaDecibels / 20)
        return Double(sum) >= (Self.leastDifference + error) * Double(count)
    }
}
