import MediaFixtures
import Platform
import Testing

@testable import Delivery

@Suite struct MediaReachTests {
    /// What lies before a segment's first picture was no picture's length.
    @Test func aPictureLastsAsLongAsTheOneBeforeItInItsSegment() throws {
        let media = try TestMedia(width: 64, height: 64, fps: 30, start: .zero)
        var reach = MediaReach()
        func ends(_ picture: Int, at time: Duration) throws -> Duration {
            try media.picture(picture, at: time, wantsKeyframe: true) { reach.note($0) }
            return reach.end - .zero
        }
        #expect(try ends(0, at: .zero) < .milliseconds(50))
        #expect(try ends(1, at: .milliseconds(500)) == .milliseconds(1000))
        reach.beginSegment()
        #expect(try ends(2, at: .seconds(9)) < .milliseconds(9050))
        #expect(try ends(3, at: .milliseconds(9200)) == .milliseconds(9400))
    }
}
