import CaptureKit

AgentCommand.run(
    name: "splitcast-capture-pattern", summary: "Delivers a test card with a machine-readable clock to a Splitcast host.",
    usage: PatternOptions.usage,
    parse: PatternOptions.parse(from:)
) { (options) throws(CaptureError) in
    PatternBackend(options)
}
