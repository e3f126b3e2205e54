import X11Capture

X11Agent.run()
