import CPipeWire

/// A node on PipeWire, as it describes itself; empty texts where it says nothing.
struct PipeWireNode: Hashable {
    /// Its number; given again when it is gone.
    var id: UInt32
    /// Never given again; 0 when PipeWire is too old to have them.
    var serial: UInt64 = 0
    var name = ""
    var description = ""
    var mediaClass = ""
    /// "Camera", "Screen", …
    var role = ""
    /// Where it comes from: "v4l2:/dev/video0".
    var path = ""

    /// Whether pictures come out of it. What says nothing about itself is given the chance.
    var givesPictures: Bool {
        mediaClass.isEmpty && !name.hasSuffix("-Driver") || mediaClass.hasPrefix("Video/Source") || mediaClass == "Stream/Output/Video"
    }

    /// Plain memory even where buffers belong to a device.
    var isCamera: Bool { role == "Camera" || path.hasPrefix("v4l2:") || path.hasPrefix("libcamera:") }

    /// For people: what it is, and which.
    var title: String {
        let label = description.isEmpty ? name : description
        return label.isEmpty ? "node \(id)" : "\(label) (node \(id))"
    }

    /// How a device is connected: "usb", "pci" or "platform", told by the names that PipeWire makes of its path; else "virtual".
    var bus: String {
        guard isCamera else { return "virtual" }
        // Searching for a text would link a megabyte of the library that knows regular expressions.
        let parts = name.split(separator: "-" as Character).dropLast()
        return ["usb", "pci", "platform"].first { bus in parts.contains { $0.hasSuffix(bus) } } ?? "virtual"
    }
}

extension PipeWireNode {
    init(_ node: cpw_node) {
        self.init(id: node.id, serial: node.serial)
        withUnsafeBytes(of: node.name) { name = Self.text($0) }
        withUnsafeBytes(of: node.description) { description = Self.text($0) }
        withUnsafeBytes(of: node.media_class) { mediaClass = Self.text($0) }
        withUnsafeBytes(of: node.role) { role = Self.text($0) }
        withUnsafeBytes(of: node.path) { path = Self.text($0) }
    }

    /// Names that other programs choose reach terminals.
    private static func text(_ bytes: UnsafeRawBufferPointer) -> String {
        let scalars = String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self).unicodeScalars
        return String(String.UnicodeScalarView(scalars.map { $0.value < 32 || (127...159).contains($0.value) ? " " : $0 }))
    }
}
