import Frames

/// What `splitcast-bench` is asked to do.
struct Options {
    struct Problem: Error {
        let message: String
    }

    static let help = """
        usage: splitcast-bench [--seconds N] [--rounds N] [--peers NAME,NAME…] [--results FILE|none] [WORKLOAD…]
          --seconds N   measured time of each run (15)
          --rounds N    how often each peer runs on each workload, in turns (2)
          --peers …     of: \(Contender.allCases.map(\.rawValue).joined(separator: " ")) (splitcast,ffmpeg,gst,ssr)
          --results …   where the report goes (Tests/Benchmarks/RESULTS.md)
          WORKLOAD      of: \(Workload.all.map(\.name).joined(separator: " ")) (all of them)
        """

    var seconds = 15
    var rounds = 2
    var contenders: [Contender] = Contender.usual
    var workloads: [Workload] = []
    var results: String? = ResultsPage.usualPath

    static func count(_ option: (name: String, text: String)) throws(Problem) -> Int {
        guard let number = Int(option.text), 1...3600 ~= number else { throw Problem(option, takes: "1 to 3600") }
        return number
    }

    static func size(_ option: (name: String, text: String)) throws(Problem) -> PixelSize {
        let sides = option.text.split(separator: "x", omittingEmptySubsequences: false).compactMap { Int($0) }
        guard sides.count == 2, sides.allSatisfy({ 320...4096 ~= $0 && $0 % 2 == 0 }) else {
            throw Problem(option, takes: "a size such as 1280x720, in even numbers of 320 to 4096")
        }
        return PixelSize(width: sides[0], height: sides[1])
    }

    init(_ arguments: some Sequence<String>) throws(Problem) {
        var rest = Array(arguments)
        func value(of option: String) throws(Problem) -> String {
            guard !rest.isEmpty else { throw Problem(message: "\(option) needs a value") }
            return rest.removeFirst()
        }
        func count(of option: String) throws(Problem) -> Int { try Self.count((option, try value(of: option))) }
        while !rest.isEmpty {
            let word = rest.removeFirst()
            switch word {
            case "--seconds": seconds = try count(of: word)
            case "--rounds": rounds = try count(of: word)
            case "--results":
                let path = try value(of: word)
                results = path == "none" ? nil : path
            case "--peers":
                contenders = try Contender.list(try value(of: word))
            default:
                guard let workload = Workload.named(word) else { throw Problem(message: "no workload or option '\(word)'") }
                workloads.append(workload)
            }
        }
        if workloads.isEmpty { workloads = Workload.all }
    }
}
