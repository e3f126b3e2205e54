extension ArraySlice<UInt8> {
    /// Without the spaces, tabs and carriage returns at its end.
    var withoutBlanksBehind: ArraySlice {
        var slice = self
        while let last = slice.last, last == 13 || last == 32 || last == 9 { slice.removeLast() }
        return slice
    }
}
