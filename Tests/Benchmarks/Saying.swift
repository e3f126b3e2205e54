import Foundation

/// Prints at once, into a file or pipe too: a run takes minutes.
func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

/// How far it has got, for anyone who waits: beside the report, not in it.
func sayProgress(_ line: String) { FileHandle.standardError.write(Data((line + "\n").utf8)) }

extension Double {
    /// With so many digits behind the point.
    func rounded(to digits: Int) -> String { String(format: "%.\(digits)f", self) }
}
