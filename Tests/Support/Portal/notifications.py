#!/usr/bin/python3
"""notifications.py DIRECTORY [deaf]

A notification service of the tests' own on the bus of DBUS_SESSION_BUS_ADDRESS. DIRECTORY/shown has each notification as a line of JSON.
A deaf one answers nothing.
"""
import json
import os
import sys

import dbus
import dbus.mainloop.glib
import dbus.service
from gi.repository import GLib

NAME, PATH = "org.freedesktop.Notifications", "/org/freedesktop/Notifications"


class Service(dbus.service.Object):
    newest = 0

    @dbus.service.method(NAME, in_signature="susssasa{sv}i", out_signature="u", async_callbacks=("answer", "refuse"))
    def Notify(self, program, replaces, icon, summary, body, actions, hints, timeout, answer, refuse):
        if not replaces:
            Service.newest += 1
        number = replaces or Service.newest
        urgency = hints["urgency"]
        with open(os.path.join(sys.argv[1], "shown"), "a") as file:
            file.write(json.dumps({
                "number": int(number), "replaces": int(replaces), "program": str(program), "icon": str(icon), "summary": str(summary),
                "body": str(body), "urgency": int(urgency), "type": type(urgency).__name__, "timeout": int(timeout), "actions": len(actions)}) + "\n")
        if "deaf" not in sys.argv:
            answer(dbus.UInt32(number))


dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
bus = dbus.SessionBus()
name = dbus.service.BusName(NAME, bus)
service = Service(bus, PATH)
open(os.path.join(sys.argv[1], "ready"), "w").close()
GLib.MainLoop().run()
