/// Reorders `values`, of which there is at least one. Allocates nothing.
func median(of values: UnsafeMutableBufferPointer<Double>) -> Double {
    let middle = values.count / 2
    var (low, high) = (0, values.count - 1)
    while low < high {
        let pivot = values[(low + high) / 2]
        var (left, right) = (low, high)
        while left <= right {
            while values[left] < pivot { left += 1 }
            while values[right] > pivot { right -= 1 }
            guard left <= right else { break }
            values.swapAt(left, right)
            left += 1
            right -= 1
        }
        if middle <= right { high = right } else if middle >= left { low = left } else { break }
    }
    return values[middle]
}
