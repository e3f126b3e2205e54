import Portal

/// `--inhibit sleep,idle`, or `off`.
enum InhibitOption {
    static func parse(_ option: String, _ text: String) throws(CommandFailure) -> Set<InhibitedAction> {
        guard text != "off" else { return [] }
        var actions: Set<InhibitedAction> = []
        for word in text.split(separator: ",", omittingEmptySubsequences: false) {
            guard let action = InhibitedAction(rawValue: String(word)) else {
                throw OptionText.wrong(option, text, "give sleep, idle, both as sleep,idle, or off")
            }
            actions.insert(action)
        }
        return actions
    }
}
