import CLinux

/// Makes an empty file that lies in memory alone and takes seals (memfd_create(2)). The caller owns the descriptor.
/// - Throws: `SystemError` when the system refuses it.
public func makeMemoryFile(named name: String) throws(SystemError) -> Int32 {
    try systemCall("memfd_create") { clinux_memfd_create(name) }
}

/// From now on no process can change the file's size, nor remove the seal (fcntl(2), `F_ADD_SEALS`).
/// - Throws: `SystemError` when it takes no seals.
public func sealSize(of descriptor: Int32) throws(SystemError) {
    try systemCall("fcntl(F_ADD_SEALS)") { clinux_seal_size(descriptor) }
}

/// The same, and from now on no process can write to the file but through mappings that there are: those to whom the descriptor is handed can
/// only read (`F_SEAL_FUTURE_WRITE`, Linux 5.1).
/// - Throws: `SystemError` when it takes no such seals.
public func sealForReaders(_ descriptor: Int32) throws(SystemError) {
    try systemCall("fcntl(F_ADD_SEALS)") { clinux_seal_for_readers(descriptor) }
}

/// Gives the pages of a memory file back to the system, whatever descriptors and mappings there are; its size stays, and it reads as
/// zeros (fallocate(2), `FALLOC_FL_PUNCH_HOLE`). Some milliseconds for a hundred MiB.
/// - Throws: `SystemError` when the file cannot.
public func emptyMemoryFile(_ descriptor: Int32, bytes: Int) throws(SystemError) {
    try systemCall("fallocate(FALLOC_FL_PUNCH_HOLE)") { clinux_empty_file(descriptor, bytes) }
}
