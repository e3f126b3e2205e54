import Testing

@testable import Protocols

@Suite struct RTMPAddressTests {
    @Test(arguments: [
        ("rtmp://a/live/KEY", "a", 1935, "live", "KEY", "rtmp://a/live"),
        ("rtmps://a/live/KEY", "a", 443, "live", "KEY", "rtmps://a/live"),
        ("RTMPS://a:4443/app/instance/KEY", "a", 4443, "app/instance", "KEY", "rtmps://a:4443/app/instance"),
        ("rtmp://[::1]:1936/live/KEY?a=b/c", "::1", 1936, "live", "KEY?a=b/c", "rtmp://[::1]:1936/live"),
        ("rtmp://[fe80::1]/live/KEY", "fe80::1", 1935, "live", "KEY", "rtmp://[fe80::1]/live"),
        ("rtmp://a/app?token=T/KEY", "a", 1935, "app?token=T", "KEY", "rtmp://a/app?token=T"),
        ("rtmp://me:word@a/live/KEY", "a", 1935, "live", "KEY", "rtmp://a/live"),
    ])
    func itsPartsAreWhatServersAreTold(text: String, host: String, port: UInt16, application: String, key: String, tcURL: String) throws {
        let address = try #require(RTMPAddress(text))
        #expect(address.host == host && address.port == port && address.isSecure == (port == 443 || port == 4443))
        #expect(address.application == application && address.key == key)
        #expect(address.tcURL() == tcURL)
        #expect(address.tcURL("?authmod=adobe") == tcURL + "?authmod=adobe")
    }

    @Test func userAndPasswordMayHoldAnything() throws {
        let address = try #require(RTMPAddress("rtmp://me%40home:p%3Aa%2Fs%zz@a/live/KEY"))
        #expect(address.user == "me@home" && address.password == "p:a/s%zz")
        #expect(RTMPAddress("rtmp://me@a/live/KEY")?.password == "")
        #expect(RTMPAddress("rtmp://a/live/KEY")?.user == nil)
    }
}
