/// How pixels come from the X server into a slot. Raw values are those of `--shm`.
enum TransferChoice: String {
    /// The first of the three that works.
    case automatic = "auto"
    /// The server maps the frame memory and writes into the slot: no pixel passes through the agent.
    case descriptor = "fd"
    /// The server writes into a small SysV segment, the agent writes it on into the slot.
    case segment = "sysv"
    /// Pixels come over the socket, band by band.
    case socket = "off"
}
