import Glibc
import Platform

/// Which files may be of a pattern, by their names.
extension NamePattern {
    /// The files that are there and whose paths this pattern may have made, also those with a number; no more is looked at than their names.
    func files() -> [String] {
        var folders = [fixedFolder]
        // What the fixed folder has is no part of what is looked for.
        let depth = fixedFolder == "." ? 0 : fixedFolder == "/" ? 1 : fixedFolder.split(separator: "/", omittingEmptySubsequences: false).count
        let components = Array(components.dropFirst(depth))
        for (index, component) in components.enumerated() {
            let isLast = index == components.count - 1
            folders = folders.flatMap { folder in
                fileNames(in: folder).filter { name in
                    Self.matches(component[...], Array(name)[...]) || isLast && Self.matchesNumbered(component, name)
                }.map { folder == "." ? $0 : folder == "/" ? "/" + $0 : folder + "/" + $0 }
            }
        }
        return folders
    }

    /// The parts between slashes.
    private var components: [[Part]] {
        var components: [[Part]] = [[]]
        for part in parts {
            guard case .literal(let text) = part else {
                components[components.count - 1].append(part)
                continue
            }
            for (index, piece) in text.split(separator: "/", omittingEmptySubsequences: false).enumerated() {
                if index > 0 { components.append([]) }
                if !piece.isEmpty { components[components.count - 1].append(.literal(String(piece))) }
            }
        }
        return components
    }

    /// With "-2" and so on before the ending.
    private static func matchesNumbered(_ component: [Part], _ name: String) -> Bool {
        guard case .literal(let last)? = component.last, let point = last.lastIndex(of: "."), let end = name.lastIndex(of: "."),
            last[point...] == name[end...], let dash = name[..<end].lastIndex(of: "-")
        else { return false }
        let digits = name[name.index(after: dash)..<end]
        guard let number = Int(digits), number > 1, String(number) == digits else { return false }
        let stem = component.dropLast() + (point == last.startIndex ? [] : [.literal(String(last[..<point]))])
        return matches(stem[...], Array(name[..<dash])[...])
    }

    private static func matches(_ parts: ArraySlice<Part>, _ text: ArraySlice<Character>) -> Bool {
        guard let part = parts.first else { return text.isEmpty }
        switch part {
        case .literal(let literal):
            guard text.starts(with: literal) else { return false }
            return matches(parts.dropFirst(), text.dropFirst(literal.count))
        case .conversion("F"): return matches(Self.date + parts.dropFirst(), text)
        case .conversion("T"): return matches(Self.clock + parts.dropFirst(), text)
        case .conversion(let letter):
            return texts(of: letter, text).contains { matches(parts.dropFirst(), text.dropFirst($0.count)) }
        }
    }

    private static let date: [Part] = [.conversion("Y"), .literal("-"), .conversion("m"), .literal("-"), .conversion("d")]
    private static let clock: [Part] = [.conversion("H"), .literal(":"), .conversion("M"), .literal(":"), .conversion("S")]

    /// With which of the texts that a conversion gives at some time the text begins.
    private static func texts(of letter: Character, _ text: ArraySlice<Character>) -> [ArraySlice<Character>] {
        func beginnings(_ lengths: ClosedRange<Int>, _ isPart: (Character) -> Bool) -> [ArraySlice<Character>] {
            let longest = min(text.prefix { isPart($0) }.count, lengths.upperBound)
            return longest < lengths.lowerBound ? [] : (lengths.lowerBound...longest).map { text.prefix($0) }
        }
        func isDigit(_ character: Character) -> Bool { character.isASCII && character.isNumber }
        func numbers(_ length: Int, _ range: ClosedRange<Int>) -> [ArraySlice<Character>] {
            beginnings(length...length, isDigit).filter { range.contains(Int(String($0)) ?? -1) }
        }
        return switch letter {
        case "Y", "G": beginnings(4...5, isDigit).filter { $0.first != "0" }
        case "y": numbers(2, 0...99)
        case "m": numbers(2, 1...12)
        case "d": numbers(2, 1...31)
        case "H": numbers(2, 0...23)
        case "I": numbers(2, 1...12)
        case "M": numbers(2, 0...59)
        case "S": numbers(2, 0...60)
        case "V": numbers(2, 1...53)
        case "j": numbers(3, 1...366)
        case "u": numbers(1, 1...7)
        case "s": beginnings(1...12, isDigit).filter { $0.count == 1 || $0.first != "0" }
        case "z":
            beginnings(5...5) { isDigit($0) || "+-".contains($0) }
                .filter { "+-".contains($0[$0.startIndex]) && $0.dropFirst().allSatisfy(isDigit) }
        case "Z": beginnings(1...6) { isDigit($0) || $0.isLetter || "+-".contains($0) }
        default: names(of: letter).filter { text.starts(with: $0) }.map { text.prefix($0.count) }
        }
    }

    /// What days, months and halves of a day are called.
    private static func names(of letter: Character) -> Set<String> {
        // Each day of a week and each month, at midnight and at noon.
        Set(
            (0..<12).flatMap { day in
                [Int32(0), 12].map { hour in
                    var moment = tm()
                    (moment.tm_wday, moment.tm_mon, moment.tm_hour, moment.tm_mday, moment.tm_year) = (Int32(day % 7), Int32(day % 12), hour, 1, 126)
                    return Self.text(of: letter, at: &moment)
                }
            })
    }
}
