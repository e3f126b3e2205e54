import PipeWireCapture

PipeWireAgent.run()
