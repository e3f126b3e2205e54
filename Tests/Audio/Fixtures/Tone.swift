import Glibc

/// Makes and measures sines; one channel at a time.
enum Tone {
    static func samples(hertz: Double, amplitude: Float, count: Int, rate: Double = 48_000) -> [Float] {
        (0..<count).map { Float(Double(amplitude) * sin(2 * Double.pi * hertz * Double($0) / rate)) }
    }

    /// What a recording of a tone turned out to be.
    struct Measurement {
        var levelDecibels: Double
        var hertz: Double
        /// All that is not the tone, against the tone.
        var restDecibels: Double
    }

    /// The level of each quarter of a second, dBFS, by its power: a source that follows another clock moves its phase, which over
    /// seconds would make a fitted sine smaller than the tone is.
    static func levels(_ samples: [Float]) -> [Double] {
        let length = 12_000
        return (0..<samples.count / length).map { part in
            let power = samples[part * length..<(part + 1) * length].reduce(0.0) { $0 + Double($1) * Double($1) } / Double(length)
            return 10 * log10(2 * power)
        }
    }

    /// The frequency by the first and the last time that it crosses zero upwards; 0 where it does not twice.
    static func hertz(_ samples: [Float]) -> Double {
        var (first, last, periods) = (0.0, 0.0, -1)
        for index in 1..<samples.count where samples[index - 1] < 0 && samples[index] >= 0 {
            last = Double(index) - Double(samples[index] / (samples[index] - samples[index - 1]))
            if periods < 0 { first = last }
            periods += 1
        }
        return periods > 0 ? Double(periods) * 48_000 / (last - first) : 0
    }

    /// Of each quarter of a second, whether it is a tone of 1 kHz at -20 dBFS without a click.
    static func rightQuarters(_ samples: [Float], largestClick click: Double) -> Int {
        let length = 12_000
        return (0..<samples.count / length).count { part in
            let quarter = Array(samples[part * length..<(part + 1) * length])
            return abs(levels(quarter)[0] + 20) < 0.3 && abs(hertz(quarter) - 1000) < 1 && largestClick(quarter) < click
        }
    }

    /// Measures by least squares: the frequency from the advance of the phase between the halves, then the best sine.
    static func measure(_ samples: [Float], near guess: Double = 1000) -> Measurement {
        var hertz = guess
        for _ in 0..<4 {
            let half = samples.count / 2
            let first = vector(samples[..<half], hertz)
            let second = vector(samples[half...], hertz)
            // Both are measured against the phase of the whole recording.
            var turn = atan2(second.im, second.re) - atan2(first.im, first.re)
            turn = remainder(turn, 2 * .pi)
            hertz += turn / (2 * .pi) / (Double(half) / 48_000)
        }
        let (re, im, mean) = fit(samples, hertz)
        var rest = 0.0
        for (index, sample) in samples.enumerated() {
            let phase = 2 * Double.pi * hertz * Double(index) / 48_000
            let error = Double(sample) - (re * cos(phase) + im * sin(phase) + mean)
            rest += error * error
        }
        let power = (re * re + im * im) / 2
        return Measurement(
            levelDecibels: 10 * log10(re * re + im * im), hertz: hertz, restDecibels: 10 * log10(rest / Double(samples.count) / power))
    }

    /// The largest departure from "a sine of this frequency, of any phase and level": three neighbours of a sine obey
    /// a(n+1) + a(n−1) = 2 cos(w) a(n), and a click does not.
    static func largestClick(_ samples: [Float], hertz: Double = 1000) -> Double {
        let factor = 2 * cos(2 * Double.pi * hertz / 48_000)
        var largest = 0.0
        for index in 1..<(samples.count - 1) {
            largest = max(largest, abs(Double(samples[index + 1]) + Double(samples[index - 1]) - factor * Double(samples[index])))
        }
        return largest
    }

    /// Amplitude of what is at `hertz`, under a Hann window.
    static func amplitude(_ samples: [Float], _ hertz: Double) -> Double {
        let (re, im) = vector(samples[...], hertz)
        return 2 * (re * re + im * im).squareRoot() / Double(samples.count)
    }

    /// How often a sine that is heard all the time pauses for 2 ms or more.
    static func holes(_ samples: [Float]) -> Int {
        var (quiet, count) = (0, 0)
        for sample in samples {
            quiet = abs(sample) < 1e-3 ? quiet + 1 : 0
            if quiet == 96 { count += 1 }
        }
        return count
    }

    private static func vector(_ samples: ArraySlice<Float>, _ hertz: Double) -> (re: Double, im: Double) {
        var (re, im) = (0.0, 0.0)
        for index in samples.indices {
            let phase = 2 * Double.pi * hertz * Double(index) / 48_000
            // A window, so that a fraction of a period does not matter.
            let window = 1 - cos(2 * Double.pi * (Double(index - samples.startIndex) + 0.5) / Double(samples.count))
            re += Double(samples[index]) * cos(phase) * window
            im -= Double(samples[index]) * sin(phase) * window
        }
        return (re, im)
    }

    /// Least squares of re·cos + im·sin + mean.
    private static func fit(_ samples: [Float], _ hertz: Double) -> (Double, Double, Double) {
        var (cc, cs, ss, c, s, xc, xs, x) = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
        samples.withUnsafeBufferPointer { samples in
            for index in 0..<samples.count {
                let phase = 2 * Double.pi * hertz * Double(index) / 48_000
                let (cosine, sine, value) = (cos(phase), sin(phase), Double(samples[index]))
                cc += cosine * cosine
                cs += cosine * sine
                ss += sine * sine
                c += cosine
                s += sine
                xc += value * cosine
                xs += value * sine
                x += value
            }
        }
        var matrix = [[cc, cs, c, xc], [cs, ss, s, xs], [c, s, Double(samples.count), x]]
        for pivot in 0..<3 {
            for row in 0..<3 where row != pivot {
                let factor = matrix[row][pivot] / matrix[pivot][pivot]
                for column in 0..<4 { matrix[row][column] -= factor * matrix[pivot][column] }
            }
        }
        return (matrix[0][3] / matrix[0][0], matrix[1][3] / matrix[1][1], matrix[2][3] / matrix[2][2])
    }
}
