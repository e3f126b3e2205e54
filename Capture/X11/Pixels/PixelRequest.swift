import CXCB

/// Bands of rows that the X server was asked to write into a slot.
struct PixelRequest {
    let bands: RowBands
    let slot: Int
    /// One for each band.
    var cookies: InlineArray<16, xcb_shm_get_image_cookie_t> = .init(repeating: xcb_shm_get_image_cookie_t())

    init(bands: RowBands, slot: Int) { (self.bands, self.slot) = (bands, slot) }
}
