import AgentProtocol
import Platform

/// One thing that people set of a camera, such as its focus: a number, or a word in its place. A value.
struct CameraDial: Hashable, Sendable {
    enum Name: String, CaseIterable {
        case zoom, focus, torch, exposure
    }

    let name: Name
    /// In the camera's units.
    private var number: CameraControls.Entry?
    /// How many of those make one of what people type.
    private var scale = 1.0
    /// The words for the two sides of a switch, `auto` alone where a number is the other.
    private var toggle: CameraControls.Entry?

    /// `nil` where the camera has nothing of it.
    init?(_ name: Name, of entries: [CameraControls.Entry]) {
        func entry(_ control: CameraControl) -> CameraControls.Entry? { entries.first { $0.control == control } }
        self.name = name
        switch name {
        case .zoom:
            number = entry(.zoom)
            // Its least is all of the picture; one that counts from 0 says nothing of how much closer the others are.
            if let least = number?.range.lowerBound, least > 0 { scale = Double(least) }
        case .focus: (number, toggle) = (entry(.focus), entry(.autofocus))
        case .torch: toggle = entry(.torch)
        case .exposure: (number, toggle, scale) = (entry(.exposure), entry(.autoexposure), 10)
        }
        if number == nil, toggle == nil { return nil }
    }

    static func all(of entries: [CameraControls.Entry]) -> [CameraDial] { Name.allCases.compactMap { CameraDial($0, of: entries) } }

    private var onWord: String { name == .torch ? "on" : "auto" }
    private var offWord: String? { name == .torch ? "off" : number == nil ? "manual" : nil }

    /// What it takes beside numbers.
    var words: [String] { toggle == nil ? [] : [onWord] + (offWord.map { [$0] } ?? []) }
    var minimum: Double? { number.map { Double($0.range.lowerBound) / scale } }
    var maximum: Double? { number.map { Double($0.range.upperBound) / scale } }
    var step: Double? { number.map { Double($0.step) / scale } }

    /// As it is typed.
    var value: String {
        if let toggle, toggle.value != 0 { return onWord }
        guard let number else { return offWord ?? "" }
        return Self.text(Double(number.value) / scale)
    }

    /// As in "auto or 0 to 250".
    var form: String {
        var parts = words
        if let minimum, let maximum { parts.append("\(Self.text(minimum)) to \(Self.text(maximum))\(name == .exposure ? " ms" : "")") }
        return parts.joined(separator: " or ")
    }

    /// - Returns: `nil` for a value that it does not take.
    func settings(_ text: String) -> [CameraSettings.Setting]? {
        if let toggle, let side = words.firstIndex(of: text) { return [CameraSettings.Setting(toggle.control, side == 0 ? 1 : 0)] }
        let typed = name == .exposure && text.hasSuffix("ms") ? text.dropLast(2) : text[...]
        guard let number, let asked = Double(typed), asked.isFinite else { return nil }
        let (least, most) = (Double(number.range.lowerBound), Double(number.range.upperBound))
        // As far off as the text of a range may be rounded.
        guard (least - 0.005 * scale...most + 0.005 * scale).contains(asked * scale) else { return nil }
        let (step, highest) = (Double(number.step), ((most - least) / Double(number.step)).rounded(.down))
        let value = Int32(clamping: least + min(max(0, ((asked * scale - least) / step).rounded()), highest) * step)
        // The camera would move it back.
        return (toggle.map { [CameraSettings.Setting($0.control, 0)] } ?? []) + [CameraSettings.Setting(number.control, value)]
    }

    /// Two decimals, without zeros at the end but the first.
    private static func text(_ value: Double) -> String { "\((value * 100).rounded() / 100)".replacing(/\.0$/, with: "") }

    /// What words such as `zoom=2.0` ask for, in their order.
    /// - Throws: `.badSetting`, naming the first that is wrong and what it may be.
    static func settings(_ words: [String], of dials: [CameraDial]) throws(SessionError) -> [CameraSettings.Setting] {
        var settings: [CameraSettings.Setting] = []
        for word in words {
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let there = dials.map { "\($0.name)=\($0.form)" }.joined(separator: ", ")
            guard parts.count == 2, let dial = dials.first(where: { $0.name.rawValue == parts[0] }) else {
                throw SessionError(.badSetting, "this camera has no \"\(parts[0].prefix(40))\": it has \(there)")
            }
            guard let found = dial.settings(String(parts[1])) else {
                throw SessionError(.badSetting, "\(dial.name) is \(dial.form), not \"\(parts[1].prefix(40))\"")
            }
            settings += found
        }
        return settings
    }
}

extension SessionStatus {
    /// One thing that can be set of a camera.
    public struct CameraSetting: Codable, Sendable {
        /// `zoom`, `focus`, `torch` or `exposure`.
        public var name: String
        /// As it is typed: `2.5`, `auto`, `on`.
        public var value: String
        /// The words that it takes.
        public var words: [String]
        /// The numbers that it takes; absent where it takes none.
        public var minimum: Double?
        public var maximum: Double?
        public var step: Double?

        init(_ dial: CameraDial) {
            (name, value, words) = (dial.name.rawValue, dial.value, dial.words)
            (minimum, maximum, step) = (dial.minimum, dial.maximum, dial.step)
        }
    }
}
