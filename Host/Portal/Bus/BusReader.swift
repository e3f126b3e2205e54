import CDBus
import Platform

/// Turns a message's body into values. libdbus has checked the message, its depth included.
enum BusReader {
    static func values(of message: OpaquePointer) -> [BusValue] {
        var place = cdbus_place()
        let type = cdbus_begin(message, &place)
        return values(from: &place, type)
    }

    private static func values(from place: inout cdbus_place, _ first: Int32) -> [BusValue] {
        var values: [BusValue] = []
        var type = first
        while type != 0 {
            if let value = value(at: &place, type) { values.append(value) }
            type = cdbus_advance(&place)
        }
        return values
    }

    private static func value(at place: inout cdbus_place, _ type: Int32) -> BusValue? {
        switch UInt8(truncatingIfNeeded: type) {
        case UInt8(ascii: "b"): return .truth(cdbus_unsigned(&place, type) != 0)
        case UInt8(ascii: "y"), UInt8(ascii: "q"), UInt8(ascii: "u"), UInt8(ascii: "t"): return .unsigned(cdbus_unsigned(&place, type))
        case UInt8(ascii: "n"), UInt8(ascii: "i"), UInt8(ascii: "x"): return .signed(cdbus_signed(&place, type))
        case UInt8(ascii: "d"): return .real(cdbus_double(&place))
        case UInt8(ascii: "s"), UInt8(ascii: "o"), UInt8(ascii: "g"): return cdbus_text(&place).map { .text(String(cString: $0)) }
        case UInt8(ascii: "h"):
            let number = cdbus_descriptor_there(&place)
            return number < 0 ? nil : .descriptor(SharedDescriptor(OwnedDescriptor(taking: number)))
        case UInt8(ascii: "v"):
            var inner = cdbus_place()
            let type = cdbus_enter(&place, &inner)
            return type == 0 ? nil : value(at: &inner, type)
        case UInt8(ascii: "r"):
            var inner = cdbus_place()
            let type = cdbus_enter(&place, &inner)
            return .list(values(from: &inner, type))
        case UInt8(ascii: "a"):
            var inner = cdbus_place()
            let type = cdbus_enter(&place, &inner)
            return type == Int32(UInt8(ascii: "e")) ? .entries(entries(from: &inner)) : .list(values(from: &inner, type))
        default: return nil
        }
    }

    private static func entries(from place: inout cdbus_place) -> [String: BusValue] {
        var entries: [String: BusValue] = [:]
        repeat {
            var inner = cdbus_place()
            let keyType = cdbus_enter(&place, &inner)
            guard case .text(let key)? = value(at: &inner, keyType) else { continue }
            let type = cdbus_advance(&inner)
            if let value = value(at: &inner, type) { entries[key] = value }
        } while cdbus_advance(&place) != 0
        return entries
    }
}
