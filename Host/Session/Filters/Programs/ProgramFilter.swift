import AppGroup
import Filters
import Glibc
import Picture
import Platform
import Supervision
import Synchronization

/// A filter that a program of the user's is: it is lent a frame and gives one back, as `Shared/FILTERS.md` says. A thread of its own starts the
/// program, listens to it and ends it; the thread that composes lends frames, and waits for its share of the time at most.
final class ProgramFilter: FilterProgram, @unchecked Sendable {
    // @unchecked: everything that changes is behind the lock, or the thread's.
    /// It counts what it touches of shared memory, too.
    static let limits = AgentLimits(memoryBytes: 256 << 20)
    static let helloLimit = Duration.seconds(10)
    static let answerLimit = Duration.seconds(1)

    private let command: AgentCommandLine
    private let group: GroupName
    private let meter: FilterMeter
    private let report: @Sendable (FilterEvent) -> Void
    private let refresh: @Sendable () -> Void
    private let exchange = Mutex(ProgramExchange())
    /// The thread has something to do.
    private let wakeup: Wakeup
    /// The thread that composes has.
    private let answered: Wakeup
    private let isStopping = Atomic<Bool>(false)
    private let worker = Mutex<Worker?>(nil)

    /// - Parameters:
    ///   - path: absolute.
    ///   - splitcast: what guards the program (`ProgramGuard`).
    ///   - report: gets what became of it, on its thread.
    ///   - refresh: what is shown is to be filtered once more; the same.
    init(
        _ path: String, by splitcast: String = EncoderCheck.ownProgram, group: GroupName, meter: FilterMeter,
        report: @escaping @Sendable (FilterEvent) -> Void, refresh: @escaping @Sendable () -> Void
    ) throws(SystemError) {
        command = ProgramGuard.commandLine(of: path, by: splitcast)
        (self.group, self.meter, self.report, self.refresh) = (group, meter, report, refresh)
        (wakeup, answered) = (try Wakeup(), try Wakeup())
        let made = try Worker(name: "filter") { [self] in run() }
        worker.withLock { $0 = made }
    }

    /// Ends the program; returns when it is gone.
    @available(*, noasync)
    func stop() {
        isStopping.store(true, ordering: .releasing)
        wakeup.signal()
        worker.withLock { $0 }?.join()
    }

    // MARK: The thread that composes

    func filter(_ picture: I420View, into filtered: I420View, until deadline: MediaTime) -> FilterOutcome {
        let (isFree, isLate, held) = exchange.withLock { ($0.isReady && !$0.isLent, $0.isLate, $0.memory) }
        guard isFree else { return .absent }
        if isLate, let held {
            exchange.withLock { $0.forgetLate() }
            if held.holds(picture) {
                filtered.copy(from: held.returned)
                return .done
            }
        }
        let fitting = held.flatMap { $0.size == picture.size ? $0 : nil }
        let made = fitting == nil ? try? ProgramMemory(picture.size) : nil  // without memory the picture passes by; there may be some the next time
        guard let memory = fitting ?? made else { return .absent }
        memory.given.copy(from: picture)
        answered.drain()
        exchange.withLock { exchange in
            exchange.memory = memory
            exchange.lend()
        }
        wakeup.signal()
        _ = answered.wait(until: deadline)
        guard exchange.withLock({ $0.stopWaiting() }) else { return .late }
        filtered.copy(from: memory.returned)
        return .done
    }

    // MARK: Its own thread

    /// Why a run of the program ended.
    private enum Ending {
        case stopped
        case failed(FilterEvent)
        /// It is not started again.
        case refused(why: String)
    }

    private func run() {
        var restarts = ProgramRestarts()
        /// Pictures pass it by, and that was told.
        var isOut = false
        while !isStopping.load(ordering: .acquiring) {
            let begun = MediaTime.now()
            let ending = runOnce {
                guard isOut else { return }
                isOut = false
                self.meter.trouble = ""
                self.report(.back)
            }
            exchange.withLock { $0.close() }
            answered.signal()
            switch ending {
            case .stopped: return
            case .refused(let why): return giveUp(.refused(why: why))
            case .failed(let event):
                meter.state = .bypassed
                meter.trouble = event.trouble
                if !isOut { report(event) }
                isOut = true
                refresh()
                guard let delay = restarts.ended(after: .now() - begun) else {
                    return giveUp(.gaveUp(runs: ProgramRestarts.most + 1, why: meter.trouble))
                }
                waitUntilStopped(for: delay)
            }
        }
    }

    private func giveUp(_ event: FilterEvent) {
        meter.state = .failed
        if case .refused(let why) = event { meter.trouble = why }
        report(event)
        refresh()
    }

    private func waitUntilStopped(for delay: Duration) {
        let end = MediaTime.now() + delay
        while MediaTime.now() < end, !isStopping.load(ordering: .acquiring) { _ = wakeup.wait(until: end) }
    }

    /// Starts the program and serves it until it ends, or has to.
    ///
    /// - Parameter onDone: it has given a frame back.
    private func runOnce(_ onDone: () -> Void) -> Ending {
        let process: DecoderProcess
        do throws(SystemError) {
            process = try DecoderProcess(command, group: group, limits: Self.limits, isGuard: true)
        } catch { return .failed(.ended(why: "\(error)")) }
        defer { process.end() }
        var service = ProgramService(until: .now() + Self.helloLimit)
        while !isStopping.load(ordering: .acquiring) {
            switch process.next(until: service.deadline, or: wakeup) {
            case .ended(let why): return .failed(.ended(why: why))
            case .late:
                if service.isWaiting { return .failed(.silent(for: service.isReady ? Self.answerLimit : Self.helloLimit)) }
            case .woken: break
            case .packet(let bytes):
                if let why = receive(bytes, &service, onDone) { return .refused(why: why) }
            }
            do throws(SystemError) { try sendNew(to: process, &service) } catch {
                // It does not read: as if it did not answer.
                if error.number != EAGAIN { return .failed(.ended(why: "it hung up")) }
            }
        }
        return .stopped
    }

    /// - Returns: what is wrong with it.
    private func receive(_ bytes: UnsafeRawBufferPointer, _ service: inout ProgramService, _ onDone: () -> Void) -> String? {
        switch ProgramMessage.read(bytes) {
        case .hello:
            guard !service.isReady else { return "it said hello once more" }
            service.begin()
            meter.state = .waiting
            exchange.withLock { $0.isReady = true }
            refresh()
        case .done(let number):
            guard let isInTime = exchange.withLock({ $0.returned(number) }) else { return "it gave back frame \(number), which it was not lent" }
            service.isAnswered()
            onDone()
            if isInTime { answered.signal() } else { refresh() }
        case nil: return "it sent \(bytes.count) bytes that are no message"
        }
        return nil
    }

    /// Tells the process of the frame that it is lent, and before of the memory if it does not have that.
    private func sendNew(to process: DecoderProcess, _ service: inout ProgramService) throws(SystemError) {
        let (new, memory) = exchange.withLock { ($0.takeNew(), $0.memory) }
        guard let new, let memory else { return }
        service.lent(until: .now() + Self.answerLimit)
        if let number = service.number(of: memory) {
            try Self.send(ProgramMessage.memory(memory, number: number), to: process, memory.descriptor.number)
        }
        try Self.send(ProgramMessage.frame(new), to: process, nil)
    }

    private static func send(_ bytes: [UInt8], to process: DecoderProcess, _ descriptor: Int32?) throws(SystemError) {
        var failure: SystemError?
        bytes.withUnsafeBytes { bytes in
            do throws(SystemError) { try process.send(bytes, descriptor: descriptor) } catch { failure = error }
        }
        if let failure { throw failure }
    }
}
