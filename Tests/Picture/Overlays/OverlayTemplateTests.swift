import Glibc
import Platform
import Testing

@testable import Picture

@Suite struct OverlayTemplateTests {
    /// 2026-11-24 01:15:30.250, wherever this runs.
    private let moment: OverlayTemplate.Moment = {
        var parts = tm()
        (parts.tm_year, parts.tm_mon, parts.tm_mday, parts.tm_hour, parts.tm_min, parts.tm_sec) = (126, 10, 24, 1, 15, 30)
        parts.tm_isdst = -1
        let seconds = Int64(mktime(&parts))
        return .init(time: WallClock(milliseconds: seconds * 1000 + 250), uptime: .milliseconds(3_905_400), group: "talk")
    }()

    @Test(arguments: [
        ("Hello", "Hello"), ("{time}", "01:15"), ("{date}", "2026-11-24"), ("{group}!", "talk!"), ("{uptime}", "1:05:05"),
        ("{clock:%H:%M:%S} · {group}", "01:15:30 · talk"), ("{clock:%d.%m.%y}", "24.11.26"), ("{clock:%%S}", "%S"), ("{{time}}", "{time}"),
        ("a } b }} {{", "a } b } {"), ("{clock:Uhr}", "Uhr"), ("two\nlines", "two\nlines"),
    ])
    func placeholdersAreFilledIn(template: String, text: String) throws {
        #expect(try OverlayTemplate(parsing: template).text(at: moment) == text)
    }

    @Test(arguments: [
        ("Hello {group}", nil), ("{time}", 29_750), ("{date}", 29_750), ("{clock:%H:%M:%S}", 750), ("{clock:%T}", 750),
        ("{clock:%%S}", 29_750), ("{uptime}", 600), ("{time} {uptime}", 600), ("{time} {clock:%S}", 750),
    ])
    func theNextChangeIsTold(template: String, milliseconds: Int?) throws {
        let template = try OverlayTemplate(parsing: template)
        #expect(template.change(after: moment) == milliseconds.map { .milliseconds($0) })
        guard let change = template.change(after: moment) else { return }
        // Nothing changes before.
        var before = moment
        (before.time, before.uptime) = (
            .init(milliseconds: moment.time.milliseconds + change.inNanoseconds / 1_000_000 - 1), moment.uptime + change - .milliseconds(1)
        )
        #expect(template.text(at: before) == template.text(at: moment))
    }

    @Test(arguments: [
        ("", "is empty"),
        ("{nothing}", "has {nothing}, which there is not: there are {time}, {date}, {group}, {uptime}, {clock:%H:%M:%S}; {{ for a brace"),
        ("{time", "without its }"), ("{}", "has {}"), ("{clock:}", "has {clock:}"), ("{clock:%Q}", "conversion"), ("{clock:%}", "conversion"),
        ("a\u{1B}[2J", "control character"), (String(repeating: "x", count: 1025), "longer than 1024 bytes"), ("{a\nb}", "has {a b}"),
    ])
    func mistakesAreToldInOneLine(template: String, text: String) {
        let error = #expect(throws: PictureError.self) { try OverlayTemplate(parsing: template) }
        #expect(
            error?.code == .badOverlay && error?.message.contains(text) == true && error?.message.contains("\n") == false,
            "\(String(describing: error))")
    }
}
