import Judging
import TestSupport
import Testing

/// Expects a received stream without a trace of its take-overs: neither during them nor in between, where a uniform loss would show.
///
/// - Parameter repeated: how many pictures the take-overs themselves may show twice.
func expectRegular(_ result: TakeOverResult, repeated: Int = 0, sourceLocation: SourceLocation = #_sourceLocation) {
    let found = result.irregularities
    for kind in Irregularity.Kind.allCases {
        let (count, words) = (found.count(of: kind), "\(kind): \(found.filter { $0.kind == kind })")
        switch kind {
        // A frame or a sample that came too late leaves such a place; a stream that loses some of them has many.
        case .missingPicture, .wrongAge, .repeatedPicture:
            let allowed = kind == .repeatedPicture ? repeated : 0
            #expect((count - allowed) * 20 <= result.pictures, "\(count) of \(result.pictures), \(words)", sourceLocation: sourceLocation)
            expectInTime((count - allowed) * 50 <= result.pictures, "\(count) of \(result.pictures), \(words)", sourceLocation: sourceLocation)
        case .toneBreak:
            #expect(count <= 3, "\(words)", sourceLocation: sourceLocation)
            // The virtual microphone itself stumbles once now and then while two agents start: MicrophoneTests has the strict bar.
            expectInTime(count <= 1, "\(words)", sourceLocation: sourceLocation)
        case .latePicture, .disorder, .extraKeyframe, .soundStep, .oldScreen, .unreadable:
            #expect(count == 0, "\(words)", sourceLocation: sourceLocation)
        }
    }
}
