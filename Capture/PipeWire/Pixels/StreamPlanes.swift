/// Where the planes of a buffer's picture lie, borrowed: up to three, the order that of `FrameGeometry.plane`.
struct StreamPlanes {
    struct Plane {
        var pixels: UnsafeRawPointer?
        var strideBytes = 0
    }

    private var planes: InlineArray<3, Plane> = .init(repeating: Plane())

    subscript(index: Int) -> Plane {
        get { planes[index] }
        set { planes[index] = newValue }
    }
}
