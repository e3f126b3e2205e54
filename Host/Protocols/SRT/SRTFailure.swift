import CSRT

/// What libsrt said last on this thread.
struct SRTFailure: Error {
    let code: Int32
    let text: String

    init() {
        var number: Int32 = 0
        code = srt_getlasterror(&number)
        text = String(cString: srt_strerror(code, number))
    }
}

/// The one funnel from libsrt's status to a Swift error: throws on −1.
@discardableResult
func srt(_ status: Int32) throws(SRTFailure) -> Int32 {
    guard status != SRT_ERROR else { throw SRTFailure() }
    return status
}
