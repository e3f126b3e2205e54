import CaptureKit

AgentCommand.run(
    name: "splitcast-capture-pattern", summary: "Delivers a test card with a machine-readable clock to a Splitcast host.",
    usage: PatternOptions.usage
) { (arguments) throws(CaptureError) in
    PatternBackend(try PatternOptions.parse(from: &arguments))
}
