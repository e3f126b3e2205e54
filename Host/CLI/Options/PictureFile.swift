import Glibc

/// A picture that the user names: looked at before anything starts, decoded later.
enum PictureFile {
    /// First bytes of a PNG and of a JPEG.
    private static let marks: [[UInt8]] = [[0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], [0xFF, 0xD8, 0xFF]]

    /// - Parameter isOptional: `off` could stand in its place.
    /// - Returns: `path`, a regular file that begins like a PNG or JPEG.
    static func checked(_ option: String, _ path: String, isOptional: Bool = false) throws(CommandFailure) -> String {
        // Without waiting: what is named may be a pipe.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            throw OptionText.wrong(option, path, "\(String(cString: strerror(errno))): give a .png or .jpg file\(isOptional ? ", or off" : "")")
        }
        defer { close(descriptor) }
        var facts = stat()
        var start = [UInt8](repeating: 0, count: 8)
        guard fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG, read(descriptor, &start, start.count) > 0,
            marks.contains(where: { start.starts(with: $0) })
        else { throw OptionText.wrong(option, path, "is neither a PNG nor a JPEG file") }
        return path
    }
}
