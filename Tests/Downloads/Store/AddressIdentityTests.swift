import Testing

@testable import Downloads

@Suite struct AddressIdentityTests {
    @Test(arguments: [
        ("https://h/a/b.m3u8", "https://h/a/b.m3u8"), ("https://h/a/b.m3u8?token=1&expires=2#t", "https://h/a/b.m3u8"),
        ("https://h/watch?id=7", "https://h/watch?id=7"), ("https://h/watch?X-Amz-Date=1&id=7&Signature=a%20b", "https://h/watch?id=7"),
        ("https://h/watch?id=7&part=2", "https://h/watch?id=7&part=2"), ("https://h/watch?", "https://h/watch"), ("talk/a.m3u8", "talk/a.m3u8"),
    ])
    func whatOnlyPermitsIsLeftOut(address: String, identity: String) { #expect(AddressIdentity.of(address) == identity) }

    /// Rather another stream than the same one.
    @Test func whatIsNotKnownCounts() { #expect(AddressIdentity.of("https://h/a?mine=1") != AddressIdentity.of("https://h/a?mine=2")) }
}
