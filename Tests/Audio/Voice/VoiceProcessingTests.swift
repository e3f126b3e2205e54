import Testing

@testable import Audio

@Suite struct VoiceProcessingTests {
    @Test func theWordsOfTheCommandLineAreRead() throws {
        #expect(try VoiceProcessing(parsing: "echo,noise,gain,high-pass") == [.echo, .noise, .gain, .highPass])
        #expect(try VoiceProcessing(parsing: "noise") == .noise)
        #expect(try VoiceProcessing(parsing: "off") == [])
        #expect(VoiceProcessing([.highPass, .echo]).words == ["echo", "high-pass"])
        #expect(VoiceProcessing().words.isEmpty)
    }

    @Test(arguments: ["", "echo,", "ECHO", "ecco", "off,echo", "echo noise"])
    func aWrongWordIsNamed(text: String) throws {
        let error = #expect(throws: AudioError.self) { try VoiceProcessing(parsing: text) }
        #expect(error?.code == .badSetting)
        #expect(error?.message.contains("echo, noise, gain, high-pass, gate, equalizer and compressor") == true)
        let wrong = text.split(separator: ",", omittingEmptySubsequences: false).first { !["echo", "noise"].contains($0) } ?? ""
        #expect(error?.message.contains("'\(wrong)'") == true)
    }
}
