import Glibc

extension Int32 {
    /// A descriptor of one's own for the same file.
    func duplicate() -> Int32 { dup(self) }
}
