"""Runs the app on one store until it is stopped.

Chosen: Streamlit as a child process, so that the browser can be opened once the app answers and
Ctrl-C or SIGTERM ends both quietly. Rejected: replacing this process (nothing is left to open
the browser) and Streamlit's own opening (it asks a newcomer for an e-mail address first).
"""

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
import webbrowser
from collections.abc import Callable

from workbench.errors import InputError
from workbench.resources import screen_script
from workbench.settings import DATABASE_VARIABLE, listed_people

LOOPBACK = ("127.0.0.1", "localhost", "::1")
N_PORTS_TRIED = 100
READY_SECONDS = 60


def is_free(address: str, port: int) -> bool:
    """Whether something can listen there; raises InputError for an address not of this machine."""
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        if os.name != "nt":
            # A port whose last connection is still fading away is free.
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((address, port))
        except PermissionError as error:
            raise InputError(
                f"Port {port} needs rights you do not have. Try --port 8501"
            ) from error
        except socket.gaierror as error:
            raise InputError(f"{address} is no address of this machine.") from error
        except OSError as error:
            if probe.family == socket.AF_INET6 or error.errno in _BUSY:
                return False
            raise InputError(f"{address} cannot be listened on: {error.strerror}.") from error
    return True


_BUSY = {98, 48, 10048}


def free_port(address: str, port: int, say: Callable[[str], None]) -> int:
    """Give `port`, or the next free one, and say so.

    Raises
    ------
    InputError
        None of the next hundred is free, or the address is not this machine's.
    """
    for candidate in range(port, min(port + N_PORTS_TRIED, 65536)):
        if is_free(address, candidate):
            if candidate != port:
                say(f"Port {port} is in use; taking {candidate}.")
            return candidate
    raise InputError(f"Ports {port} to {candidate} are all in use. Give another with --port")


def serve_app(
    url: str,
    *,
    port: int,
    say: Callable[[str], None],
    address: str = LOOPBACK[0],
    opens_browser: bool = False,
) -> int:
    """Run the app on the store at `url` until it is stopped; gives its exit code.

    A port in use is said and the next free one is taken. Ctrl-C gives 0.
    """
    port = free_port(address, port, say)
    command = [sys.executable, "-m", "streamlit", "run", str(screen_script())]
    command += ["--server.address", address, "--server.port", str(port)]
    command += ["--server.headless", "true", "--browser.gatherUsageStats", "false"]
    command += ["--logger.hideWelcomeMessage", "true", "--logger.level", "warning"]
    if address in LOOPBACK:
        # Otherwise a web page could reach the app under a name of its own.
        for host in ("localhost", "127.0.0.1"):
            command += ["--server.allowedHosts", host]
    elif any(listed_people()):
        say(f"Whoever reaches {address}:{port} must sign in; what they may do is by their role.")
    else:
        say(f"Whoever can reach {address}:{port} can read every trace and record verdicts.")
    process = subprocess.Popen(command, env=os.environ | {DATABASE_VARIABLE: url})
    was_stopped = False

    def stop(*_: object) -> None:
        nonlocal was_stopped
        was_stopped = True
        process.terminate()

    before = {number: signal.signal(number, stop) for number in (signal.SIGTERM, signal.SIGINT)}
    try:
        here = "localhost" if address in ("0.0.0.0", "::", *LOOPBACK) else address
        place = f"http://{here}:{port}"
        if _is_ready(process, address, port):
            say(f"The app is at {place} (stop it with Ctrl-C)")
            if opens_browser:
                _open(place)
        code = process.wait()
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
    return 0 if was_stopped else code


def _is_ready(process: "subprocess.Popen[bytes]", address: str, port: int) -> bool:
    host = "127.0.0.1" if address in ("0.0.0.0", "localhost") else address
    host = f"[{host}]" if ":" in host else host
    end = time.monotonic() + READY_SECONDS
    while time.monotonic() < end and process.poll() is None:
        try:
            with urllib.request.urlopen(f"http://{host}:{port}/_stcore/health", timeout=2):
                return True
        except (urllib.error.URLError, OSError):
            time.sleep(0.05)
    return False


def _open(place: str) -> None:
    try:
        browser = webbrowser.get()
    except webbrowser.Error:
        return
    # A browser of this kind runs in the terminal and would take it over.
    if type(browser) is not webbrowser.GenericBrowser:
        browser.open(place)
