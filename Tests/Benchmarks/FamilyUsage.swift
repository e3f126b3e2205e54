import Platform
import ServerFixtures
import TestSupport

/// What each process of a peer, and the X server, has used so far.
struct FamilyUsage {
    private var all: [Int32: (role: String, usage: ProcessUsage)]

    init(of pid: Int32, of contender: Contender, on screen: XvfbServer) throws {
        all = [screen.server.pid: (role: Measurement.screenServer, usage: try ProcessUsage(of: screen.server.pid))]
        for pid in ProcessUsage.family(of: pid) {
            // A child that ends just now is in its parent's account.
            guard let usage = try? ProcessUsage(of: pid) else { continue }  // see above
            all[pid] = (contender.role(ofProcess: usage.name), usage)
        }
    }

    func processes(since before: FamilyUsage, in span: Duration) -> [Measurement.Process] {
        all.map { pid, late in
            let early = before.all[pid]?.usage.processorTime ?? .zero
            return Measurement.Process(
                role: late.role, cores: (late.usage.processorTime - early) / span, uniqueBytes: late.usage.uniqueBytes,
                proportionalBytes: late.usage.proportionalBytes, residentBytes: late.usage.residentBytes)
        }.sorted { $0.role < $1.role }
    }
}
