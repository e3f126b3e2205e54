#!/usr/bin/python3
"""A test program of which `Tests/run` is told everything that RunnerTests wants: beside it, `plan` has a line for each test, its name
and what happens at each attempt (pass fail skip crash hang excuse), the last word for all further ones."""
import json
import os
import re
import sys

here = os.path.dirname(os.path.abspath(__file__))
plan = {words[0]: words[1:] for words in (line.split() for line in open(here + "/plan")) if words}
if "--list-tests" in sys.argv:
    print("\n".join(plan))
    sys.exit(0)
arguments = sys.argv[1:]
chosen, left = ([arguments[place + 1] for place, word in enumerate(arguments) if word == option] for option in ("--filter", "--skip"))
stream = open(arguments[arguments.index("--event-stream-output-path") + 1], "w")
status = 0


def tell(kind, payload):
    stream.write(json.dumps({"kind": kind, "payload": payload}) + "\n")
    stream.flush()


def event(kind, test=None, symbol="default", text="", **more):
    payload = {"kind": kind, "messages": [{"symbol": symbol, "text": text}], **more}
    tell("event", payload | ({"testID": test} if test else {}))


for name, outcomes in plan.items():
    test = name + "/File.swift:1:1"
    if not any(re.search(pattern, test) for pattern in chosen) or any(re.search(pattern, test) for pattern in left):
        continue
    tell("test", {"kind": "function", "id": test})
    attempts = here + "/" + re.sub(r"\W", "_", name)
    with open(attempts, "a+") as file:
        file.write("x")
        file.flush()
        file.seek(0)
        outcome = outcomes[min(len(file.read()), len(outcomes)) - 1]
    if outcome == "skip":
        event("testSkipped", test, "skip", "it needs the moon")
        continue
    event("testStarted", test)
    if outcome == "crash":
        os.abort()
    if outcome == "hang":
        sys.stdin.close()
        while True:
            import time
            time.sleep(1000)
    if outcome == "excuse":
        with open(os.environ["TESTS_EXCUSED"], "a") as file:
            file.write(name.split(".", 1)[1].split("(")[0] + "\tthe machine stood still\n")
    if outcome == "fail":
        status = 1
        event("issueRecorded", test, "fail", "one is not two", issue={"isKnown": False})
    event("testEnded", test, "fail" if outcome == "fail" else "pass")
event("runEnded")
sys.exit(status)
