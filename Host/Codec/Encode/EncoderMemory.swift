import Frames
import Glibc
import Picture
import Platform

/// What a host and a process that encodes share: a picture on its way there, and what was made of it on its way back. While one of them works,
/// the other waits, so that neither writes what the other reads.
final class EncoderMemory {
    /// Of the file, which has a sealed size: neither side can take it from under the other.
    var descriptor: Int32 { file.number }
    /// Rows begin at 32 bytes, those of luma at 64.
    let picture: I420View
    /// Headers, packets and messages.
    let results: UnsafeMutableRawBufferPointer
    private let file: OwnedDescriptor
    private let mapping: UnsafeMutableRawBufferPointer

    private static let page = 4096
    /// For headers and messages, and for pictures so small that theirs are larger.
    private static let room = 256 * 1024

    private static func strides(_ size: PixelSize) -> (luma: Int, chroma: Int) {
        let luma = (size.width + 63) / 64 * 64
        return (luma, luma / 2)
    }

    private static func pictureBytes(_ size: PixelSize) -> Int {
        let bytes = strides(size).luma * size.height * 3 / 2
        return (bytes + page - 1) / page * page
    }

    /// No encoder needs more bytes for a picture than the picture has.
    private static func bytes(_ size: PixelSize) -> Int { 2 * pictureBytes(size) + room }

    /// Makes it; what is not written to costs nothing.
    ///
    /// - Parameter size: both sides even, 16...8192.
    convenience init(for size: PixelSize) throws(SystemError) {
        let file = OwnedDescriptor(taking: try makeMemoryFile(named: "splitcast-encoder"))
        try systemCall("ftruncate") { ftruncate(file.number, Self.bytes(size)) }
        try sealSize(of: file.number)
        try self.init(file, for: size)
    }

    /// Opens what the other side made.
    ///
    /// - Throws: EINVAL where the file is not as large as this picture needs.
    convenience init(opening file: consuming OwnedDescriptor, for size: PixelSize) throws(SystemError) {
        var facts = stat()
        try systemCall("fstat") { fstat(file.number, &facts) }
        guard facts.st_size == Self.bytes(size) else { throw SystemError(operation: "opening the picture's memory", number: EINVAL) }
        try self.init(file, for: size)
    }

    private init(_ file: consuming OwnedDescriptor, for size: PixelSize) throws(SystemError) {
        let number = file.number
        guard let mapped = mmap(nil, Self.bytes(size), PROT_READ | PROT_WRITE, MAP_SHARED, number, 0), mapped != MAP_FAILED else {
            throw SystemError(operation: "mmap", number: errno)
        }
        self.file = file
        mapping = UnsafeMutableRawBufferPointer(start: mapped, count: Self.bytes(size))
        results = UnsafeMutableRawBufferPointer(rebasing: mapping[Self.pictureBytes(size)...])
        let (strides, luma) = (Self.strides(size), mapped.assumingMemoryBound(to: UInt8.self))
        let lumaBytes = strides.luma * size.height
        picture = I420View(
            size: size, luma: luma, blueChroma: luma + lumaBytes, redChroma: luma + lumaBytes * 5 / 4, lumaStrideBytes: strides.luma,
            chromaStrideBytes: strides.chroma)
    }

    deinit { munmap(mapping.baseAddress, mapping.count) }
}
