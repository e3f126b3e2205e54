#!/usr/bin/python3
"""portal.py DIRECTORY [--version N] [--sources BITS] [--cursors BITS] [--no-cast]

A desktop portal of the tests' own: org.freedesktop.portal.ScreenCast on the session bus, without a desktop. What it answers is
read from DIRECTORY/answer whenever it is asked, one word for each step at which it does not grant:

    create:denied        CreateSession is refused (AccessDenied)
    create:cancel, select:cancel, start:cancel    the user's no
    create:fail, select:fail, start:fail          any other end
    create:hang, select:hang, start:hang          a request that is never answered
    create:deaf          a call that is never answered
    token:fail           Start fails when a token was offered
    token:error          SelectSources is refused when a token was offered
    token:none           none is given
    remote:forgotten, remote:nopipewire           instead of a descriptor
    handle:other         requests stand where no one agreed

DIRECTORY/log tells what it was asked, a line of JSON each. A descriptor that it gives away can be read: "remote N".
SIGUSR1 closes every session, as the desktop's "stop sharing" does.
"""
import argparse
import json
import os
import signal
import sys

import dbus
import dbus.mainloop.glib
import dbus.service
from gi.repository import GLib

NAME, PATH = "org.freedesktop.portal.Desktop", "/org/freedesktop/portal/desktop"
CAST = "org.freedesktop.portal.ScreenCast"


class Denied(dbus.DBusException):
    _dbus_error_name = "org.freedesktop.DBus.Error.AccessDenied"


class Broken(dbus.DBusException):
    _dbus_error_name = "org.freedesktop.DBus.Error.Failed"


class Thing(dbus.service.Object):
    """A request or a session, which go away when they are done."""

    def __init__(self, portal, path, owner):
        super().__init__(portal.bus, path)
        self.portal, self.path, self.owner = portal, path, owner

    def leave(self):
        self.portal.things.pop(self.path, None)
        self.remove_from_connection()


class Request(Thing):
    @dbus.service.signal("org.freedesktop.portal.Request", "ua{sv}")
    def Response(self, code, results):
        pass

    @dbus.service.method("org.freedesktop.portal.Request")
    def Close(self):
        self.portal.log("request closed")
        self.leave()

    def answer(self, code, results):
        self.Response(dbus.UInt32(code), dbus.Dictionary(results, signature="sv"))
        self.leave()
        return False


class Session(Thing):
    token = None

    @dbus.service.signal("org.freedesktop.portal.Session", "a{sv}")
    def Closed(self, details):
        pass

    @dbus.service.method("org.freedesktop.portal.Session")
    def Close(self):
        self.portal.log("session closed")
        self.leave()

    def stop(self):
        self.Closed(dbus.Dictionary({}, signature="sv"))
        self.leave()


class Portal(dbus.service.Object):
    def __init__(self, bus, options):
        super().__init__(bus, PATH)
        self.bus, self.options, self.things, self.count = bus, options, {}, 0

    def log(self, what, **facts):
        with open(os.path.join(self.options.directory, "log"), "a") as file:
            file.write(json.dumps({"what": what, **facts}) + "\n")

    def answers(self, word):
        try:
            with open(os.path.join(self.options.directory, "answer")) as file:
                return word in file.read().split()
        except OSError:
            return False

    def request(self, step, sender, options, results):
        """Makes the request's object, and answers it as soon as its handle is known."""
        self.count += 1
        token = str(options.get("handle_token", "t%d" % self.count))
        token = "elsewhere%d" % self.count if self.answers("handle:other") else token
        path = "%s/request/%s/%s" % (PATH, sender[1:].replace(".", "_"), token)
        request = self.things[path] = Request(self, path, sender)
        if not self.answers(step + ":hang"):
            code = 1 if self.answers(step + ":cancel") else 2 if self.answers(step + ":fail") else 0
            GLib.idle_add(lambda: request.answer(code, {} if code else results(), ))
        return dbus.ObjectPath(path)

    @staticmethod
    def plain(options):
        return {str(key): int(value) if isinstance(value, (int, dbus.Boolean)) else str(value) for key, value in options.items()}

    @dbus.service.method(CAST, "a{sv}", "o", sender_keyword="sender", async_callbacks=("reply", "error"))
    def CreateSession(self, options, sender, reply, error):
        self.log("CreateSession", **self.plain(options))
        if self.answers("create:denied"):
            return error(Denied("Portal operation not allowed: Unable to open /proc/PID/root"))
        if self.answers("create:deaf"):
            return None
        path = "%s/session/%s/%s" % (PATH, sender[1:].replace(".", "_"), options["session_handle_token"])

        def results():
            self.things[path] = Session(self, path, sender)
            return {"session_handle": path}

        return reply(self.request("create", sender, options, results))

    def session(self, path):
        session = self.things.get(str(path))
        if not isinstance(session, Session):
            raise Denied("Invalid session")
        return session

    @dbus.service.method(CAST, "oa{sv}", "o", sender_keyword="sender")
    def SelectSources(self, session, options, sender):
        self.log("SelectSources", **self.plain(options))
        session = self.session(session)
        session.token = options.get("restore_token")
        if session.token and self.answers("token:error"):
            raise Broken("Restore token is not a valid UUID string")
        return self.request("select", sender, options, dict)

    @dbus.service.method(CAST, "osa{sv}", "o", sender_keyword="sender")
    def Start(self, session, parent, options, sender):
        self.log("Start", **self.plain(options))
        session = self.session(session)

        def results():
            stream = {"size": dbus.Struct((1280, 720), signature="ii"), "position": dbus.Struct((0, -20), signature="ii"),
                      "source_type": dbus.UInt32(1), "pipewire-serial": dbus.UInt64(1 << 33)}
            found = {"streams": dbus.Array([(dbus.UInt32(42), dbus.Dictionary(stream, signature="sv"))], signature="(ua{sv})")}
            if self.options.version >= 4 and not self.answers("token:none"):
                found["restore_token"] = "token-%d" % self.count
            return found

        broken = session.token and self.answers("token:fail")
        return self.request("token" if broken else "start", sender, options, results)

    @dbus.service.method(CAST, "oa{sv}", "h", sender_keyword="sender")
    def OpenPipeWireRemote(self, session, options, sender):
        self.count += 1
        self.log("OpenPipeWireRemote")
        self.session(session)
        if self.answers("remote:forgotten"):
            raise Denied("Invalid session")
        if self.answers("remote:nopipewire"):
            raise Broken("Failed to connect to PipeWire")
        ours, theirs = os.pipe()
        os.write(theirs, b"remote %d" % self.count)
        os.close(theirs)
        given = dbus.types.UnixFd(ours)
        os.close(ours)
        return given

    @dbus.service.method("org.freedesktop.DBus.Properties", "s", "a{sv}")
    def GetAll(self, interface):
        if interface != CAST or self.options.no_cast:
            error = dbus.DBusException("No such interface")
            error._dbus_error_name = "org.freedesktop.DBus.Error.InvalidArgs"
            raise error
        return {"version": dbus.UInt32(self.options.version), "AvailableSourceTypes": dbus.UInt32(self.options.sources),
                "AvailableCursorModes": dbus.UInt32(self.options.cursors)}

    def stop_sharing(self):
        for thing in [thing for thing in self.things.values() if isinstance(thing, Session)]:
            thing.stop()
        self.log("stopped")
        return True


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("directory")
    parser.add_argument("--version", type=int, default=4)
    parser.add_argument("--sources", type=int, default=3)
    parser.add_argument("--cursors", type=int, default=7)
    parser.add_argument("--no-cast", action="store_true")
    options = parser.parse_args()
    dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
    bus = dbus.SessionBus()
    portal = Portal(bus, options)
    GLib.unix_signal_add(GLib.PRIORITY_DEFAULT, signal.SIGUSR1, portal.stop_sharing)
    name = dbus.service.BusName(NAME, bus)  # held while it lives
    portal.log("ready")
    GLib.MainLoop().run()
    return name


if __name__ == "__main__":
    sys.exit(main())
