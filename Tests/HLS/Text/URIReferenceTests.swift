import HLS
import Testing

@Suite struct URIReferenceTests {
    /// The examples of RFC 3986, section 5.4, as far as a playlist can have them.
    @Test(arguments: [
        ("g:h", "g:h"), ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"), ("/g", "http://a/g"), ("//g", "http://g"),
        ("?y", "http://a/b/c/d;p?y"), ("g?y", "http://a/b/c/g?y"), (";x", "http://a/b/c/;x"), ("", "http://a/b/c/d;p?q"), (".", "http://a/b/c/"),
        ("..", "http://a/b/"), ("../g", "http://a/b/g"), ("../../g", "http://a/g"), ("../../../g", "http://a/g"), ("/./g", "http://a/g"),
        ("g;x=1/../y", "http://a/b/c/y"), ("g#s", "http://a/b/c/g"), ("g?y/../x", "http://a/b/c/g?y/../x"),
    ])
    func aReferenceIsResolved(reference: String, address: String) {
        #expect(URIReference.resolved(reference, against: "http://a/b/c/d;p?q") == address)
    }

    @Test(arguments: [
        ("a.ts", "/x/y/i.m3u8", "/x/y/a.ts"), ("../a.ts", "y/i.m3u8", "a.ts"), ("http://b/a", "i.m3u8", "http://b/a"),
        ("a", "http://b", "http://b/a"),
    ])
    func pathsAndBareHostsAreResolved(reference: String, base: String, address: String) {
        #expect(URIReference.resolved(reference, against: base) == address)
    }

    @Test func theQueryAndTheNameAreTaken() {
        #expect(URIReference.query(of: "https://a/b.m3u8?token=a%20b&x=&token=2#f") == ["token": "a b", "x": ""])
        #expect(URIReference.lastName(of: "https://a/b/c.m4s?x=/y") == "c.m4s")
    }
}
