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
        case .conversion(let letter):
            let (lengths, isPart) = form(of: letter)
            let longest = text.prefix { isPart($0) }.count
            guard longest >= lengths.lowerBound else { return false }
            return (lengths.lowerBound...min(longest, lengths.upperBound)).contains { matches(parts.dropFirst(), text.dropFirst($0)) }
        }
    }

    /// How long what a conversion gives may be, and of what it consists.
    private static func form(of letter: Character) -> (ClosedRange<Int>, (Character) -> Bool) {
        func isDigit(_ character: Character) -> Bool { character.isASCII && character.isNumber }
        return switch letter {
        case "Y", "G": (4...5, isDigit)
        case "y", "m", "d", "H", "I", "M", "S", "V": (2...2, isDigit)
        case "j": (3...3, isDigit)
        case "u": (1...1, isDigit)
        case "s": (1...12, isDigit)
        case "F": (10...11, { isDigit($0) || $0 == "-" })
        case "T": (8...8, { isDigit($0) || $0 == ":" })
        case "z": (5...5, { isDigit($0) || "+-".contains($0) })
        case "Z": (1...6, { isDigit($0) || $0.isLetter || "+-".contains($0) })
        default: (2...9, { $0.isLetter })
        }
    }
}
