#!/usr/bin/python3
"""shortcuts.py DIRECTORY [refuse|none]

A desktop portal of the tests' own with org.freedesktop.portal.GlobalShortcuts, on the bus of DBUS_SESSION_BUS_ADDRESS. DIRECTORY/log has what it was
asked, a line of JSON each. SIGUSR1 has it read DIRECTORY/keys, lines such as "press 1-mark", "release 1-mark", "foreign 1-mark" (of another
session) and "close", and do so. With `refuse` the user says no, with `none` the portal has no shortcuts.
"""
import json
import os
import signal
import sys

import dbus
import dbus.mainloop.glib
import dbus.service
from gi.repository import GLib

NAME, PATH = "org.freedesktop.portal.Desktop", "/org/freedesktop/portal/desktop"
SHORTCUTS = "org.freedesktop.portal.GlobalShortcuts"


def log(**facts):
    with open(os.path.join(sys.argv[1], "log"), "a") as file:
        file.write(json.dumps(facts) + "\n")


class Request(dbus.service.Object):
    @dbus.service.signal("org.freedesktop.portal.Request", "ua{sv}")
    def Response(self, code, results):
        pass


class Session(dbus.service.Object):
    @dbus.service.signal("org.freedesktop.portal.Session", "a{sv}")
    def Closed(self, details):
        pass

    @dbus.service.method("org.freedesktop.portal.Session")
    def Close(self):
        log(what="close")


class Registry(dbus.service.Object):
    @dbus.service.method("org.freedesktop.host.portal.Registry", in_signature="sa{sv}")
    def Register(self, name, options):
        log(what="register", name=str(name))


class Portal(Registry):
    session = None

    def respond(self, sender, token, results):
        path = f"{PATH}/request/{sender[1:].replace('.', '_')}/{token}"
        request = Request(bus, path)

        def answer():
            code = 1 if "refuse" in sys.argv and "shortcuts" in results else 0
            request.Response(dbus.UInt32(code), dbus.Dictionary(results if code == 0 else {}, signature="sv"))
            request.remove_from_connection()
            return False

        GLib.timeout_add(20, answer)
        return dbus.ObjectPath(path)

    if "none" not in sys.argv:
        @dbus.service.method(SHORTCUTS, in_signature="a{sv}", out_signature="o", sender_keyword="sender")
        def CreateSession(self, options, sender):
            path = f"{PATH}/session/{sender[1:].replace('.', '_')}/{options['session_handle_token']}"
            self.session = Session(bus, path)
            self.session.path = path
            log(what="create")
            return self.respond(sender, options["handle_token"], {"session_handle": path})

        @dbus.service.method(SHORTCUTS, in_signature="oa(sa{sv})sa{sv}", out_signature="o", sender_keyword="sender")
        def BindShortcuts(self, session, shortcuts, window, options, sender):
            for name, facts in shortcuts:
                log(what="bind", id=str(name), title=str(facts["description"]), trigger=str(facts["preferred_trigger"]))
            bound = dbus.Array([(name, {"trigger_description": "some"}) for name, _ in shortcuts], signature="(sa{sv})")
            return self.respond(sender, options["handle_token"], {"shortcuts": bound})

    @dbus.service.signal(SHORTCUTS, "osta{sv}")
    def Activated(self, session, name, time, options):
        pass

    @dbus.service.signal(SHORTCUTS, "osta{sv}")
    def Deactivated(self, session, name, time, options):
        pass


def act():
    for line in open(os.path.join(sys.argv[1], "keys")).read().splitlines():
        what, _, name = line.partition(" ")
        path = dbus.ObjectPath(portal.session.path)
        options = dbus.Dictionary({}, signature="sv")
        if what == "press":
            portal.Activated(path, name, dbus.UInt64(1), options)
        elif what == "release":
            portal.Deactivated(path, name, dbus.UInt64(2), options)
        elif what == "foreign":
            portal.Activated(dbus.ObjectPath(PATH + "/session/other/one"), name, dbus.UInt64(1), options)
        elif what == "close":
            portal.session.Closed(options)
            portal.session.remove_from_connection()
    log(what="acted")
    return True


dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
bus = dbus.SessionBus()
name = dbus.service.BusName(NAME, bus)
portal = Portal(bus, PATH)
GLib.unix_signal_add(GLib.PRIORITY_DEFAULT, signal.SIGUSR1, act)
log(what="ready")
GLib.MainLoop().run()
