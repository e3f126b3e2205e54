/// How far a mistyped name is from one that there is.
public enum NameDistance {
    /// Insertions, deletions and replacements that turn one into the other (Levenshtein).
    public static func edits(_ left: String, _ right: String) -> Int {
        let right = Array(right)
        var row = Array(0...right.count)
        for (index, letter) in left.enumerated() {
            var diagonal = row[0]
            row[0] = index + 1
            for column in right.indices {
                let above = row[column + 1]
                row[column + 1] = min(above + 1, row[column] + 1, diagonal + (letter == right[column] ? 0 : 1))
                diagonal = above
            }
        }
        return row[right.count]
    }
}
