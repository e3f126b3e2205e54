import Frames
import Glibc
import Picture
import Platform

/// Two pictures of one size in memory that a filter's process sees, too: what it is given, and what it gives back. Nothing in it is trusted.
final class ProgramMemory: @unchecked Sendable {
    // @unchecked: the pictures belong to the thread that composes; the rest is immutable.
    let size: PixelSize
    let byteCount: Int
    /// No process can change its size.
    let descriptor: SharedDescriptor
    let given: I420View
    let returned: I420View
    private let base: UnsafeMutableRawPointer

    static func strides(_ size: PixelSize) -> (luma: Int, chroma: Int) {
        let luma = (size.width + 63) / 64 * 64
        return (luma, luma / 2)
    }

    static func pictureBytes(_ size: PixelSize) -> Int { (strides(size).luma * size.height * 3 / 2 + 4095) / 4096 * 4096 }

    /// - Parameter size: both sides even.
    init(_ size: PixelSize) throws(SystemError) {
        let file = OwnedDescriptor(taking: try makeMemoryFile(named: "splitcast-filter"))
        let byteCount = 2 * Self.pictureBytes(size)
        try systemCall("ftruncate") { ftruncate(file.number, byteCount) }
        try sealSize(of: file.number)
        guard let mapped = mmap(nil, byteCount, PROT_READ | PROT_WRITE, MAP_SHARED, file.number, 0), mapped != MAP_FAILED else {
            throw SystemError(operation: "mmap", number: errno)
        }
        let strides = Self.strides(size)
        func view(at offset: Int) -> I420View {
            let luma = (mapped + offset).assumingMemoryBound(to: UInt8.self)
            let lumaBytes = strides.luma * size.height
            return I420View(
                size: size, luma: luma, blueChroma: luma + lumaBytes, redChroma: luma + lumaBytes * 5 / 4, lumaStrideBytes: strides.luma,
                chromaStrideBytes: strides.chroma)
        }
        (self.size, self.byteCount, base) = (size, byteCount, mapped)
        descriptor = SharedDescriptor(file)
        (given, returned) = (view(at: 0), view(at: Self.pictureBytes(size)))
    }

    deinit { munmap(base, byteCount) }

    /// Whether what was given is this picture.
    func holds(_ picture: I420View) -> Bool {
        guard picture.size == size else { return false }
        for row in 0..<size.height {
            guard memcmp(given.luma + row * given.lumaStrideBytes, picture.luma + row * picture.lumaStrideBytes, size.width) == 0 else {
                return false
            }
        }
        for row in 0..<size.height / 2 {
            let (own, other) = (row * given.chromaStrideBytes, row * picture.chromaStrideBytes)
            guard
                memcmp(given.blueChroma + own, picture.blueChroma + other, size.width / 2) == 0,
                memcmp(given.redChroma + own, picture.redChroma + other, size.width / 2) == 0
            else { return false }
        }
        return true
    }
}
