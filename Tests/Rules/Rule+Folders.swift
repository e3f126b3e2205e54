import Foundation

extension Rule {
    static let folders: [Rule] = [
        Rule(
            name: "No two folders of a module depend on each other both ways",
            offender: [
                SourceFile("Host/Audio/Mixing/Mixer.swift", "final class Mixer {\n    let meter: LevelMeter\n}"),
                SourceFile("Host/Audio/Level/LevelMeter.swift", "struct LevelMeter {\n    unowned let mixer: Mixer\n}"),
            ]
        ) { files in
            let modules = Dictionary(grouping: files.filter { $0.isSwift && isProduct($0.path) }, by: \.module)
            return modules.keys.sorted().flatMap { pairs(of: modules[$0] ?? []) }
        }
    ]

    /// Pairs of folders directly below a module's own, with the first name that each uses of the other. Files beside the folders may be
    /// used by all of them.
    private static func pairs(of files: [SourceFile]) -> [String] {
        var homes: [String: Set<String>] = [:]
        for file in files {
            guard let folder = file.folder else { continue }
            for name in file.declaredTypes { homes[name, default: []].insert(folder) }
        }
        var uses: [String: [String: String]] = [:]
        for file in files {
            guard let folder = file.folder else { continue }
            for name in file.usedNames.sorted() {
                // Two types of one name in two folders are nested or private: which one is meant, the name does not tell.
                guard let home = homes[name], home.count == 1, let other = home.first, other != folder else { continue }
                if uses[folder]?[other] == nil { uses[folder, default: [:]][other] = "\(file.path) uses \(name)" }
            }
        }
        return uses.keys.sorted().flatMap { folder in
            (uses[folder] ?? [:]).sorted { $0.key < $1.key }.compactMap { other, use in
                guard folder < other, let back = uses[other]?[folder] else { return nil }
                return "\(files[0].module): \(folder) and \(other): \(use), \(back)"
            }
        }
    }
}

extension SourceFile {
    /// The folder below the module's own that a file is in, as `Mixing`; `nil` for a file that stands beside the folders.
    fileprivate var folder: String? {
        let parts = path.split(separator: "/")
        return parts.count > 3 ? String(parts[2]) : nil
    }

    /// Types at the top level that other files can see.
    fileprivate var declaredTypes: [String] {
        lines.compactMap { line in
            guard line.first?.isWhitespace == false, line.has(" ") else { return nil }
            guard let match = line.firstMatch(of: /^(?:public |package |final |indirect |@\w+ )*(?:struct|class|enum|protocol|actor|typealias) (\w+)/)
            else { return nil }
            return String(match.1)
        }
    }

    /// Words of the code that begin with a capital letter.
    fileprivate var usedNames: Set<String> {
        let letters = { (byte: UInt8) in
            byte == 95 || byte > 127 || [48...57, 65...90, 97...122].contains { (range: ClosedRange<UInt8>) in range.contains(byte) }
        }
        return Set(
            lines.flatMap { line in
                line.code.utf8.split { !letters($0) }.filter { (65...90).contains($0.first ?? 0) }.map { String(Substring($0)) }
            })
    }
}
