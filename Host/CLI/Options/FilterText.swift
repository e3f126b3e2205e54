/// Settings of filters as users type them.
enum FilterText {
    /// As a host takes them, which runs in another directory.
    static func settings(_ typed: [String]) -> [String] {
        typed.map { word in
            for name in ["lut=", "exec="] where word.hasPrefix(name) && word.count > name.count {
                return name + AbsolutePath.of(plain: String(word.dropFirst(name.count)))
            }
            return word
        }
    }
}
