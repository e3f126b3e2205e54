import Testing

@testable import Audio

@Suite struct EchoTests {
    private static let desktop = Speech.samples(seconds: 10, pitchHertz: 110, seed: 1)
    private static let voice = Speech.samples(seconds: 10, pitchHertz: 210, seed: 2, levelDecibels: -26)

    @Test(arguments: [20.0, 80, 300])
    func theDesktopIsTakenOutWithinSeconds(milliseconds: Double) throws {
        let fixture = try VoiceFixture(.echo)
        let heard = VoiceFixture.echo(of: Self.desktop, milliseconds: milliseconds)
        let made = try fixture.run(heard, reference: Self.desktop)
        #expect(heard.decibels(4..<9.9) - made.decibels(4..<9.9) > 30)
        #expect(heard.decibels(2..<4) - made.decibels(2..<4) > 20)
        #expect(try #require(fixture.processor.echoReductionDecibels) > 25)
    }

    @Test func aVoiceOverTheDesktopIsKept() throws {
        let heard = VoiceFixture.echo(of: Self.desktop, milliseconds: 80)
        // Speaks from the fifth second on.
        let near = [Float](repeating: 0, count: 240_000) + Self.voice[..<240_000]
        let made = try VoiceFixture(.echo).run(heard.mixed(with: near), reference: Self.desktop)
        let kept = made.share(of: near, from: 5)
        #expect(abs(kept.decibels) < 1)
        #expect(kept.restDecibels < -15)
    }

    @Test func withAQuietDesktopNotABitIsTouched() throws {
        let made = try VoiceFixture(.echo).run(Self.voice)
        #expect(zip(made, Self.voice).dropLast(480).allSatisfy { $0 == $1 })
    }

    @Test func aPathThatMovesIsLearntAnew() throws {
        let before = VoiceFixture.echo(of: Self.desktop, milliseconds: 80)
        let after = VoiceFixture.echo(of: Self.desktop, milliseconds: 120)
        let heard = before[..<192_000] + after[192_000...]
        let made = try VoiceFixture(.echo).run(Array(heard), reference: Self.desktop)
        #expect(heard.map { $0 }.decibels(8..<9.9) - made.decibels(8..<9.9) > 15)
        // While it learns it does not make things worse.
        #expect(made.decibels(4..<6) - Array(heard).decibels(4..<6) < 2)
    }

    @Test func eachChannelOfAStereoMicrophoneIsFreedOfItsOwnEcho() throws {
        let left = VoiceFixture.echo(of: Self.desktop, milliseconds: 30)
        let right = VoiceFixture.echo(of: Self.desktop, milliseconds: 60, decibels: -16)
        let made = try VoiceFixture(.echo).run(left: left, right: right, reference: Self.desktop)
        #expect(left.decibels(5..<9.9) - made.left.decibels(5..<9.9) > 20)
        #expect(right.decibels(5..<9.9) - made.right.decibels(5..<9.9) > 20)
    }

    @Test func whatIsNoNumberDoesNotStay() throws {
        var desktop = Self.desktop
        var heard = VoiceFixture.echo(of: Self.desktop, milliseconds: 80)
        for index in 96_000..<96_010 { desktop[index] = .nan }
        heard[100_000] = .infinity
        let made = try VoiceFixture(.echo).run(heard, reference: desktop)
        #expect(made.allSatisfy { $0.isFinite })
        #expect(heard.dropFirst(240_000).map { $0 }.decibels(0..<4.9) - made.decibels(5..<9.9) > 20)
    }

    @Test func thereIsNoFigureWithoutAnEcho() throws {
        let fixture = try VoiceFixture(.echo)
        _ = try fixture.run(Array(Self.voice[..<48_000]))
        #expect(fixture.processor.echoReductionDecibels == nil)
    }
}
