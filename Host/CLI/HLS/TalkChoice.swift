import Downloads

/// The library, and a talk of it.
enum TalkChoice {
    static func library() throws(CommandFailure) -> TalkLibrary {
        guard let library = TalkLibrary.standard() else { throw CommandFailure(.failed, "there is no library of talks: set HOME or XDG_DATA_HOME") }
        return library
    }

    static func talk(_ text: String) throws(CommandFailure) -> Talk {
        let library = try library()
        do throws(DownloadError) { return try library.talk(text) } catch { throw CommandFailure(error) }
    }
}
