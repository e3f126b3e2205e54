import CDBus
import Glibc
import Platform

/// A connection to a message bus, for one thread at a time. Nothing in it waits, but for `flush`.
final class SessionBus {
    private let connection: OpaquePointer
    /// Calls of the portal that it has not answered. Meanwhile it may look at this process: before it answers it opens `/proc/PID/root`,
    /// to see whether we are in a sandbox, and refuses whom it cannot see (xdg-desktop-portal #785).
    private var unanswered: Set<UInt32> = []

    /// Connects to a local socket. The first call must be `BusCall.bus("Hello")`.
    init(address: String) throws(BusProblem) {
        var words = [CChar](repeating: 0, count: 512)
        guard let made = cdbus_connect(address, &words, words.count) else {
            throw BusProblem(words: String(decoding: words.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self))
        }
        connection = made
    }

    deinit {
        if !unanswered.isEmpty { ProcessPrivacy.endException() }
        cdbus_close(connection)
    }

    /// What it waits for, for poll(2).
    var interest: pollfd {
        var events: Int16 = 0
        let descriptor = cdbus_descriptor(connection, &events)
        return pollfd(fd: descriptor, events: events, revents: 0)
    }

    /// Reads and writes what poll(2) found possible. False when the connection has ended.
    func handle(_ events: Int16) -> Bool { cdbus_handle(connection, events) }

    /// The bus calls us so, says its answer to Hello.
    func setName(_ name: String) -> Bool { cdbus_is_name(name) && cdbus_set_name(connection, name) }

    /// Whether it may stand in a call as the path of an object.
    static func isPath(_ text: String) -> Bool { cdbus_is_path(text) }

    /// Queues a call. Returns its serial number, by which the answer is known; 0 when it could not be made.
    @discardableResult
    func send(_ call: BusCall, wantsReply: Bool = true) -> UInt32 {
        guard let message = cdbus_call(call.destination, call.path, call.interface, call.member, wantsReply) else { return 0 }
        defer { cdbus_release(message) }
        for argument in call.arguments where !Self.add(argument, to: message) { return 0 }
        let isAnswered = wantsReply && call.destination == PortalNames.bus
        if isAnswered, unanswered.isEmpty { ProcessPrivacy.beginException() }
        let serial = cdbus_send(connection, message)
        if isAnswered, serial != 0 { unanswered.insert(serial) }
        if isAnswered, unanswered.isEmpty { ProcessPrivacy.endException() }
        return serial
    }

    private func noteAnswer(to serial: UInt32) {
        if unanswered.remove(serial) != nil, unanswered.isEmpty { ProcessPrivacy.endException() }
    }

    /// Waits until everything is written.
    @available(*, noasync)
    func flush() { cdbus_flush(connection) }

    /// The next message that is an answer or a signal; `nil` when there is none now.
    func next() -> BusMessage? {
        while let message = cdbus_next(connection) {
            defer { cdbus_release(message) }
            guard let read = Self.read(message) else { continue }
            if case .answer(let serial, _) = read.content { noteAnswer(to: serial) }
            return read
        }
        return nil
    }

    // MARK: Writing

    private static func add(_ argument: BusCall.Argument, to message: OpaquePointer) -> Bool {
        switch argument {
        case .text(let text): return cdbus_add_text(message, text)
        case .path(let path): return cdbus_is_path(path) && cdbus_add_path(message, path)
        case .number(let number): return cdbus_add_number(message, number)
        case .signed(let number): return cdbus_add_signed(message, number)
        case .noTexts: return cdbus_add_no_texts(message)
        case .options(let options):
            let texts = CallTexts()
            let entries = texts.entries(options)
            return withExtendedLifetime(texts) { cdbus_add_options(message, entries, entries.count) }
        case .named(let named):
            let texts = CallTexts()
            let lists = named.map { one in
                let entries = texts.entries(one.options)
                let copy = UnsafeMutableBufferPointer<cdbus_option>.allocate(capacity: entries.count)
                _ = copy.initialize(from: entries)
                return (name: texts.kept(one.name), entries: copy)
            }
            defer { for list in lists { list.entries.deallocate() } }
            let all = lists.map { cdbus_named(name: $0.name, options: $0.entries.baseAddress, count: $0.entries.count) }
            return withExtendedLifetime(texts) { cdbus_add_named(message, all, all.count) }
        }
    }

    // MARK: Reading

    private static func read(_ message: OpaquePointer) -> BusMessage? {
        let sender = text(cdbus_sender(message))
        switch cdbus_kind(message) {
        case Int32(CDBUS_REPLY.rawValue):
            return BusMessage(content: .answer(cdbus_reply_serial(message), .values(BusReader.values(of: message), sender: sender)))
        case Int32(CDBUS_ERROR.rawValue):
            let words = BusReader.values(of: message).first?.text ?? ""
            return BusMessage(content: .answer(cdbus_reply_serial(message), .error(name: text(cdbus_error_name(message)), words: words)))
        case Int32(CDBUS_SIGNAL.rawValue):
            return BusMessage(
                content: .signal(
                    BusSignal(
                        sender: sender, path: text(cdbus_path(message)), interface: text(cdbus_interface(message)),
                        member: text(cdbus_member(message)), values: BusReader.values(of: message))))
        // There is nothing to call here.
        default: return nil
        }
    }

    private static func text(_ pointer: UnsafePointer<CChar>?) -> String { pointer.map { String(cString: $0) } ?? "" }
}

/// The texts of a call's options, as long as libdbus reads them.
private final class CallTexts {
    private var texts: [UnsafeMutablePointer<CChar>?] = []

    deinit { for text in texts { free(text) } }

    func kept(_ text: String) -> UnsafePointer<CChar>? {
        texts.append(strdup(text))
        return UnsafePointer(texts.last!)
    }

    func entries(_ options: [String: BusCall.Option]) -> [cdbus_option] {
        options.sorted { $0.key < $1.key }.map { name, value in
            switch value {
            case .text(let text): cdbus_option(name: kept(name), kind: CChar(UInt8(ascii: "s")), text: kept(text), number: 0)
            case .number(let number): cdbus_option(name: kept(name), kind: CChar(UInt8(ascii: "u")), text: nil, number: number)
            case .byte(let byte): cdbus_option(name: kept(name), kind: CChar(UInt8(ascii: "y")), text: nil, number: UInt32(byte))
            case .truth(let truth): cdbus_option(name: kept(name), kind: CChar(UInt8(ascii: "b")), text: nil, number: truth ? 1 : 0)
            }
        }
    }
}
