import CVideo4Linux
import Frames
import Glibc

/// Copies a camera's picture, with the camera's own rows, into a slot. A value.
struct CameraCopier {
    let geometry: FrameGeometry
    /// From one row of the camera's first plane to the next; planes of colour have rows half as long in I420.
    private let strideBytes: Int
    private let swapsPairs: Bool

    /// - Parameter strideBytes: as the driver says; less than a row is taken for none said.
    init(geometry: FrameGeometry, strideBytes: Int, swapsPairs: Bool) {
        (self.geometry, self.swapsPairs) = (geometry, swapsPairs)
        self.strideBytes = max(strideBytes, geometry.plane(0).rowBytes)
    }

    /// What a whole picture takes; a shorter one is broken.
    var neededBytes: Int {
        let last = geometry.planeCount - 1
        return offset(ofPlane: last) + stride(ofPlane: last) * (geometry.plane(last).rows - 1) + geometry.plane(last).rowBytes
    }

    private func stride(ofPlane index: Int) -> Int {
        if case .i420 = geometry.format, index > 0 { return strideBytes / 2 }
        return strideBytes
    }

    private func offset(ofPlane index: Int) -> Int {
        var bytes = 0
        for before in 0..<index { bytes += stride(ofPlane: before) * geometry.plane(before).rows }
        return bytes
    }

    /// `picture` has `neededBytes`. Allocates nothing.
    func copy(_ picture: UnsafeRawPointer, into slot: UnsafeMutableRawPointer) {
        for index in 0..<geometry.planeCount {
            let plane = geometry.plane(index)
            let (from, to, stride) = (picture + offset(ofPlane: index), slot + plane.offsetBytes, stride(ofPlane: index))
            for row in 0..<plane.rows {
                let (source, target) = (from + row * stride, to + row * plane.strideBytes)
                if swapsPairs {
                    cv4l_swap_pairs(source.assumingMemoryBound(to: UInt8.self), target.assumingMemoryBound(to: UInt8.self), plane.rowBytes)
                } else {
                    memcpy(target, source, plane.rowBytes)
                }
            }
        }
    }
}
