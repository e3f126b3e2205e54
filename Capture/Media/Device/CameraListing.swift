import CaptureKit
import Frames
import Glibc

/// What `--list` prints: the cameras of this machine that can be opened.
enum CameraListing {
    struct Entry: Hashable {
        let path: String
        let facts: Camera.Facts
        let modes: [CameraMode]
    }

    enum Form {
        case text
        case json
    }

    /// `/dev/video0`, `/dev/video1`, … Those that capture nothing (metadata, encoders) are left out.
    static func entries() -> [Entry] {
        (0..<64).compactMap { number -> Entry? in
            let path = "/dev/video\(number)"
            guard access(path, F_OK) == 0 else { return nil }
            do throws(CaptureError) {
                let camera = try Camera(path)
                return Entry(path: path, facts: camera.facts, modes: camera.modes())
            } catch {
                // In use is no reason to leave it out.
                guard error.code == .permissionDenied || error.code == .failed else { return nil }
                return Entry(path: path, facts: Camera.Facts(name: "(\(error.message))"), modes: [])
            }
        }
    }

    static func written(_ entries: [Entry], _ form: Form) -> String {
        switch form {
        case .json: json(entries)
        case .text: entries.isEmpty ? "no camera: this machine has no /dev/video device that captures\n" : text(entries)
        }
    }

    private static func text(_ entries: [Entry]) -> String {
        entries.map { entry in
            let modes = best(of: entry.modes).map { "    \($0)" }
            return ([entry.path + "  " + entry.facts.name + (entry.facts.bus.isEmpty ? "" : "  (\(entry.facts.bus))")] + modes)
                .joined(separator: "\n")
        }.joined(separator: "\n") + "\n"
    }

    /// An array of objects: device, name, bus, driver, modes (format, width, height, fps in thousandths).
    private static func json(_ entries: [Entry]) -> String {
        let objects = entries.map { entry in
            let modes = entry.modes.map { mode in
                "{\"format\":\(ListingText.quoted(mode.format.rawValue)),\"width\":\(mode.size.width),\"height\":\(mode.size.height),"
                    + "\"milliFramesPerSecond\":\(mode.milliFramesPerSecond)}"
            }
            return
                "{\"device\":\(ListingText.quoted(entry.path)),\"name\":\(ListingText.quoted(entry.facts.name)),"
                + "\"bus\":\(ListingText.quoted(entry.facts.bus)),\"driver\":\(ListingText.quoted(entry.facts.driver)),"
                + "\"modes\":[\(modes.joined(separator: ","))]}"
        }
        return "[" + objects.joined(separator: ",") + "]\n"
    }

    /// One mode for each size: the one that would be taken.
    private static func best(of modes: [CameraMode]) -> [CameraMode] {
        var sizes: [PixelSize] = []
        for mode in modes where !sizes.contains(mode.size) { sizes.append(mode.size) }
        return sizes.compactMap { size in CameraRequest(size: size).choose(of: modes) }
    }
}
