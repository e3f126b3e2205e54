import CXCB
import CaptureKit
import Frames
import Glibc

/// How pixels come from a window or a pixmap into one frame memory, with what that needs on both sides.
struct PixelTransfer {
    private enum Way {
        case descriptor(DescriptorSegment)
        case segment(SysVSegment, FrameFile)
        case socket(FrameFile)
    }

    let layout: FrameLayout
    private let way: Way
    private let connection: X11Connection

    /// - Parameters:
    ///   - descriptor: the frame memory, borrowed.
    ///   - choice: how; updated from automatic to what worked, so that the next memory needs no second search.
    ///   - kept: the segment of the memory before, and for the one after.
    /// - Throws: `.unsupported` when a way that was insisted on does not work, `.memory`, `.screenGone`.
    init(
        into descriptor: Int32, layout: FrameLayout, choice: inout TransferChoice, segment kept: inout SysVSegment?, extensions: X11Extensions,
        connection: X11Connection
    ) throws(CaptureError) {
        guard Int(lseek(descriptor, 0, SEEK_END)) >= layout.totalBytes else {
            throw CaptureError(.memory, "the frame memory is smaller than \(layout.slotCount) frames of \(layout.geometry.size)")
        }
        (self.layout, self.connection) = (layout, connection)
        let isLocal = connection.isLocal
        let isInsistedOn = choice != .automatic
        if choice == .automatic || choice == .descriptor {
            if isLocal, extensions.sharedMemory >= (1, 2), let segment = try DescriptorSegment(descriptor, on: connection) {
                (way, choice) = (.descriptor(segment), .descriptor)
                return
            }
            if isInsistedOn { throw Self.refused("fd", connection) }
        }
        if choice == .automatic || choice == .segment {
            // Not across machines: there, the number could name another machine's segment.
            if kept == nil, isLocal, extensions.sharedMemory >= (1, 0) { kept = try SysVSegment(on: connection) }
            if let segment = kept {
                way = .segment(segment, try FrameFile(descriptor))
                if !isInsistedOn { Self.announce("does not take our frame memory; pixels come through a SysV segment", connection) }
                choice = .segment
                return
            }
            if isInsistedOn { throw Self.refused("sysv", connection) }
        }
        way = .socket(try FrameFile(descriptor))
        if !isInsistedOn { Self.announce("shares no memory with us; pixels come over the socket, which is slow", connection) }
        choice = .socket
    }

    private static func refused(_ word: String, _ connection: X11Connection) -> CaptureError {
        CaptureError(.unsupported, "the X server of display \(connection.display) does not support --shm \(word); use --shm auto")
    }

    private static func announce(_ what: String, _ connection: X11Connection) {
        report("the X server of display \(connection.display) \(what)")
    }

    // MARK: Grabbing

    /// Brings bands of rows of a slot up to date.
    /// - Returns: false when the server says that those pixels do not exist (any longer): the screen or window is being resized.
    func grab(_ bands: RowBands, from origin: PixelOrigin, into slot: Int) throws(CaptureError) -> Bool {
        switch way {
        case .descriptor(let segment): try grabInPlace(bands, origin, slot, segment)
        case .segment(let segment, let file): try grabThrough(segment, file, bands, origin, slot)
        case .socket(let file): try grabOverSocket(file, bands, origin, slot)
        }
    }

    /// All requests first, then all answers: one round trip however many bands.
    private func grabInPlace(_ bands: RowBands, _ origin: PixelOrigin, _ slot: Int, _ segment: DescriptorSegment) throws(CaptureError) -> Bool {
        try finish(request(bands, origin, slot, segment))
    }

    private func request(_ bands: RowBands, _ origin: PixelOrigin, _ slot: Int, _ segment: DescriptorSegment) -> PixelRequest {
        var request = PixelRequest(bands: bands, slot: slot)
        for index in 0..<bands.count {
            request.cookies[index] = self.request(
                bands[index], origin, segment.identifier, offsetBytes(ofRow: bands[index].lowerBound, slot))
        }
        return request
    }

    /// Asks the server to write bands of rows into a slot and does not wait; `nil` where pixels pass through the agent.
    func request(_ bands: RowBands, from origin: PixelOrigin, into slot: Int) -> PixelRequest? {
        guard case .descriptor(let segment) = way else { return nil }
        return request(bands, origin, slot, segment)
    }

    /// Waits until the server has written. Result as of `grab`.
    func finish(_ request: PixelRequest) throws(CaptureError) -> Bool {
        var refusal: UInt8 = 0
        for index in 0..<request.bands.count {
            let cookie = request.cookies[index]
            if case .refused(let code) = try connection.answer({ xcb_shm_get_image_reply($0, cookie, $1) }) { refusal = code }
        }
        return try isThere(refusal)
    }

    func discard(_ request: PixelRequest) {
        for index in 0..<request.bands.count { xcb_discard_reply(connection.handle, request.cookies[index].sequence) }
    }

    private func grabThrough(
        _ segment: SysVSegment, _ file: FrameFile, _ bands: RowBands, _ origin: PixelOrigin, _ slot: Int
    ) throws(CaptureError) -> Bool {
        for index in 0..<bands.count {
            var rows = bands[index]
            while !rows.isEmpty {
                let part = rows.prefix(mostRows)
                let cookie = request(part, origin, segment.identifier, 0)
                if case .refused(let code) = try connection.answer({ xcb_shm_get_image_reply($0, cookie, $1) }) { return try isThere(code) }
                try write(UnsafeRawBufferPointer(segment.bytes), part, file, slot)
                rows = part.upperBound..<rows.upperBound
            }
        }
        return true
    }

    private func grabOverSocket(_ file: FrameFile, _ bands: RowBands, _ origin: PixelOrigin, _ slot: Int) throws(CaptureError) -> Bool {
        for index in 0..<bands.count {
            var rows = bands[index]
            while !rows.isEmpty {
                let part = rows.prefix(mostRows)
                let cookie = xcb_get_image(
                    connection.handle, UInt8(XCB_IMAGE_FORMAT_Z_PIXMAP.rawValue), origin.drawable, Int16(origin.x),
                    Int16(origin.y + part.lowerBound), UInt16(layout.geometry.size.width), UInt16(part.count), .max)
                switch try connection.answer({ xcb_get_image_reply($0, cookie, $1) }) {
                case .refused(let code): return try isThere(code)
                case .reply(let reply):
                    try reply.with { (body) throws(CaptureError) in
                        let count = Int(xcb_get_image_data_length(body))
                        try write(UnsafeRawBufferPointer(start: xcb_get_image_data(body), count: count), part, file, slot)
                    }
                }
                rows = part.upperBound..<rows.upperBound
            }
        }
        return true
    }

    private func request(_ rows: Range<Int>, _ origin: PixelOrigin, _ segment: xcb_shm_seg_t, _ offsetBytes: Int) -> xcb_shm_get_image_cookie_t {
        xcb_shm_get_image(
            connection.handle, origin.drawable, Int16(origin.x), Int16(origin.y + rows.lowerBound), UInt16(layout.geometry.size.width),
            UInt16(rows.count), .max, UInt8(XCB_IMAGE_FORMAT_Z_PIXMAP.rawValue), segment, UInt32(offsetBytes))
    }

    /// Whether the pixels exist, from the error code of the server's answer (0: no error).
    private func isThere(_ code: UInt8) throws(CaptureError) -> Bool {
        switch Int32(code) {
        case 0: return true
        case XCB_MATCH: return false
        default: throw connection.refusal(of: "GetImage", code)
        }
    }

    private var mostRows: Int { SysVSegment.sizeBytes / layout.geometry.strideBytes }

    private func offsetBytes(ofRow row: Int, _ slot: Int) -> Int {
        layout.offsetBytes(ofSlot: slot) + row * layout.geometry.strideBytes
    }

    /// Rows as the server packs them have the frame's stride, since a frame's rows are not padded.
    private func write(_ pixels: UnsafeRawBufferPointer, _ rows: Range<Int>, _ file: FrameFile, _ slot: Int) throws(CaptureError) {
        let count = min(rows.count * layout.geometry.strideBytes, pixels.count)
        try file.write(UnsafeRawBufferPointer(rebasing: pixels.prefix(count)), at: offsetBytes(ofRow: rows.lowerBound, slot))
    }
}
