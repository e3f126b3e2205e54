/// Where the encodings of one run go, and what is read of them.
protocol EncodingsOutlet {
    /// What `splitcast live` is told.
    func options(_ encodings: [EncodingsTrial.Encoding]) -> [String]
    func hasPicture(of encoding: EncodingsTrial.Encoding) throws -> Bool
    /// All of it is written.
    func hasEnded(_ encoding: EncodingsTrial.Encoding) throws -> Bool
    /// What a decoder is given.
    func recording(of encoding: EncodingsTrial.Encoding) throws -> String
}
