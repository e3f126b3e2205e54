import AppGroup
public import Codec

/// A picture of what viewers see, into a file.
public struct SnapshotRequest: Hashable, Sendable {
    /// What viewers see: all layers, with the pointer, or the slate that stands in their place.
    public static let canvas = "canvas"

    public enum Place: Hashable, Sendable {
        /// This file, which must not be there.
        case file(String)
        /// A new file in this folder, which is made if it is not there, named by the time.
        case folder(String)
    }

    /// Absolute.
    public var place: Place
    public var format: StillFormat
    /// What to take the picture of: the canvas, or the layer of a source, by its name.
    public var source: String

    public init(_ place: Place, format: StillFormat = .png, source: String = Self.canvas) {
        (self.place, self.format, self.source) = (place, format, source)
    }

    /// What is wrong with it, and what to give instead.
    public var problem: String? {
        guard source == Self.canvas || SourceName(source) != nil else { return "\"\(source.prefix(40))\" is no source: \(SourceName.form)" }
        switch place {
        case .folder(let path): return path.hasPrefix("/") ? nil : "the folder of a snapshot must be an absolute path, such as /pictures"
        case .file(let path):
            guard path.hasPrefix("/") else { return "the file of a snapshot must be an absolute path, such as /pictures/a.png" }
            guard let named = StillFormat(ofFile: path) else { return "\(path) is no picture's name: let it end in .png or .jpg" }
            return named == format ? nil : "\(path) is the name of a \(named.rawValue) file, not of \(format.rawValue): give another name or format"
        }
    }
}
