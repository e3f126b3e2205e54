import Conformance

ConformanceProgram.run()
