import Session

/// `--notify muted,targets,disk`, or `off`.
enum NotifyOption {
    static func parse(_ option: String, _ text: String) throws(CommandFailure) -> Set<NotificationTopic> {
        guard text != "off" else { return [] }
        var topics: Set<NotificationTopic> = []
        for word in text.split(separator: ",", omittingEmptySubsequences: false) {
            guard let topic = NotificationTopic(rawValue: String(word)) else {
                throw OptionText.wrong(option, text, "give muted, targets, disk, several of them as muted,targets, or off")
            }
            topics.insert(topic)
        }
        return topics
    }
}
