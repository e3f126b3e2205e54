public import ServerFixtures

extension RTMPServer {
    /// Whether a coded picture of `key` (not only headers) has arrived since the server was started last.
    public func hasPicture(of key: String) throws -> Bool {
        try newRecordings(of: key).contains { path in
            guard let recording = try? FlvRecording(path) else { return false }  // just begun
            return !recording.pictures.isEmpty
        }
    }
}
