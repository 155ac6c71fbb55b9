"""A sign-in provider on loopback that believes everybody: OpenID Connect, as far as one app asks.

Whoever comes to its sign-in page is `email`; the next one is whom the test names then.
"""

import base64
import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlencode, urlsplit

from joserfc import jwt
from joserfc.jwk import RSAKey

CLIENT = "workbench"


class Provider(ThreadingHTTPServer):
    """Who signs in next, and what is known of sign-ins under way, by their code."""

    email = ""
    is_verified = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.key = RSAKey.generate_key(2048, {"kid": "test", "use": "sig", "alg": "RS256"})
        self.under_way: dict[str, tuple[str, bool, str]] = {}

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"


class _Handler(BaseHTTPRequestHandler):
    server: Provider

    def do_GET(self) -> None:
        place = urlsplit(self.path)
        asked = {name: values[0] for name, values in parse_qs(place.query).items()}
        url = self.server.url
        if place.path == "/.well-known/openid-configuration":
            self._json(
                {
                    "issuer": url,
                    "authorization_endpoint": f"{url}/authorize",
                    "token_endpoint": f"{url}/token",
                    "jwks_uri": f"{url}/keys",
                    "response_types_supported": ["code"],
                    "subject_types_supported": ["public"],
                    "id_token_signing_alg_values_supported": ["RS256"],
                }
            )
        elif place.path == "/keys":
            self._json({"keys": [self.server.key.as_dict(private=False)]})
        elif place.path == "/authorize":
            code = base64.urlsafe_b64encode(str(time.monotonic_ns()).encode()).decode()
            somebody = (self.server.email, self.server.is_verified, asked.get("nonce", ""))
            self.server.under_way[code] = somebody
            self.send_response(302)
            back = urlencode({"code": code, "state": asked["state"]})
            self.send_header("Location", f"{asked['redirect_uri']}?{back}")
            self.end_headers()
        else:
            self.send_error(404)

    def do_POST(self) -> None:
        length = int(self.headers.get("Content-Length", 0))
        sent = parse_qs(self.rfile.read(length).decode())
        email, is_verified, nonce = self.server.under_way.pop(sent["code"][0])
        now = int(time.time())
        claims = {
            "iss": self.server.url,
            "aud": CLIENT,
            "sub": email,
            "email": email,
            "email_verified": is_verified,
            "nonce": nonce,
            "iat": now,
            "exp": now + 600,
        }
        token = jwt.encode({"alg": "RS256", "kid": "test"}, claims, self.server.key)
        self._json({"access_token": "unused", "token_type": "Bearer", "id_token": token})

    def _json(self, value: object) -> None:
        body = json.dumps(value).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        pass


@contextmanager
def provider() -> Iterator[Provider]:
    """The provider, until the test ends."""
    running = Provider()
    thread = threading.Thread(target=running.serve_forever, daemon=True)
    thread.start()
    try:
        yield running
    finally:
        running.shutdown()
        running.server_close()
        thread.join()


def secrets_of(running: Provider, port: int) -> str:
    """What the app's secrets say of the provider."""
    return (
        "[auth]\n"
        f'redirect_uri = "http://localhost:{port}/oauth2callback"\n'
        'cookie_secret = "a secret of the test, which is long enough"\n'
        f'client_id = "{CLIENT}"\n'
        'client_secret = "unused"\n'
        f'server_metadata_url = "{running.url}/.well-known/openid-configuration"\n'
    )
