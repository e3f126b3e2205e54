/// Whether a language tag is meant by another (RFC 4647, section 3.3.1): `en` means `en-GB` too.
enum LanguageRange {
    static func matches(_ wanted: String, _ tag: String?) -> Bool {
        guard let tag = tag?.lowercased() else { return false }
        let wanted = wanted.lowercased()
        return tag == wanted || tag.hasPrefix(wanted + "-")
    }
}
