import Platform
import Testing

@Suite struct ByteTextTests {
    @Test(arguments: [
        (0, "0 kB"), (999, "0 kB"), (999_999, "999 kB"), (1_000_000, "1 MB"), (9_999_999_999, "9999 MB"), (10_000_000_000, "10 GB"),
    ])
    func bytesAreReadInStepsOfAThousand(bytes: Int, text: String) { #expect(ByteText.of(bytes) == text) }
}
