"""The proxies of deploy/, started from its files on loopback ports in front of servers."""

from __future__ import annotations

import ssl
import subprocess
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path

import httpx
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from services import Service, find_program, free_port

DEPLOY = Path(__file__).parent.parent.parent / "deploy"
SITE = "play.example.org"  # the name in the files, which is localhost here
NGINX_MAIN = """\
daemon off;
pid nginx.pid;
error_log stderr;
events {{}}
http {{
    access_log off;
    client_body_temp_path tmp;
    proxy_temp_path tmp;
    fastcgi_temp_path tmp;
    uwsgi_temp_path tmp;
    scgi_temp_path tmp;
{site}
}}
"""


class Proxy(Service):
    """A proxy with TLS, whose certificate is not verified."""

    program = ""

    def __init__(self, folder: Path, servers: list[int]) -> None:
        super().__init__(folder, self.program)
        self.servers = servers
        self.plain = free_port()

    @property
    def url(self) -> str:
        """The address that users type."""
        return f"https://localhost:{self.port}"

    def client(self) -> httpx.Client:
        """A browser, which sends the origin of its page."""
        return httpx.Client(base_url=self.url, verify=unverified(), headers={"origin": self.url}, timeout=60)

    def is_ready(self) -> bool:
        """Whether a server answers through it."""
        try:
            with self.client() as client:
                return client.get("/health").status_code == 200
        except httpx.HTTPError:
            return False


class Nginx(Proxy):
    """nginx with deploy/nginx.conf."""

    program = "nginx"

    def command(self) -> list[str]:
        """The program and its arguments."""
        site = (DEPLOY / "nginx.conf").read_text()
        for old, new in (
            ("listen 80;", f"listen 127.0.0.1:{self.plain};"),
            ("    listen [::]:80;\n", ""),
            ("listen 443 ssl", f"listen 127.0.0.1:{self.port} ssl"),
            ("    listen [::]:443 ssl;\n", ""),
            (f"/etc/letsencrypt/live/{SITE}", str(self.folder)),
            (SITE, "localhost"),
            ("127.0.0.1:8001", f"127.0.0.1:{self.servers[0]}"),
            ("127.0.0.1:8002", f"127.0.0.1:{self.servers[1]}"),
        ):
            assert old in site, old
            site = site.replace(old, new)
        make_certificate(self.folder)
        (self.folder / "nginx.conf").write_text(NGINX_MAIN.format(site=site))
        program = find_program(self.program)
        assert program is not None
        return [program, "-p", str(self.folder), "-c", "nginx.conf"]

    def check(self) -> subprocess.CompletedProcess[str]:
        """The program's verdict on its configuration."""
        self.folder.mkdir()
        return subprocess.run([*self.command(), "-t"], capture_output=True, text=True)


class Caddy(Proxy):
    """Caddy with deploy/Caddyfile, and certificates of its own."""

    program = "caddy"

    def command(self) -> list[str]:
        """The program and its arguments."""
        text = (DEPLOY / "Caddyfile").read_text()
        ours = f"admin off\n\tskip_install_trust\n\thttp_port {self.plain}\n\thttps_port {self.port}"
        assert "admin off" in text
        (self.folder / "Caddyfile").write_text(text.replace("admin off", ours))
        program = find_program(self.program)
        assert program is not None
        return [program, "run", "--adapter", "caddyfile", "--config", str(self.folder / "Caddyfile")]

    def environment(self) -> Mapping[str, str]:
        """The name and the servers, as in deploy/compose.yaml, and a temporary home."""
        servers = " ".join(f"127.0.0.1:{port}" for port in self.servers)
        home = str(self.folder)
        return {"SITE": "localhost", "SERVERS": servers, "HOME": home, "XDG_DATA_HOME": home, "XDG_CONFIG_HOME": home}

    def check(self) -> subprocess.CompletedProcess[str]:
        """The program's verdict on its configuration."""
        self.folder.mkdir()
        command = [word if word != "run" else "validate" for word in self.command()]
        return subprocess.run(command, env=dict(self.environment()), capture_output=True, text=True)


def unverified() -> ssl.SSLContext:
    """TLS without verification of the server, which is not tested here."""
    context = ssl.create_default_context()
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


def make_certificate(folder: Path) -> None:
    """Create a certificate for localhost and its key, under the names that certbot uses."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    now = datetime.now(UTC)
    made = x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number(), now, now + timedelta(1))
    (folder / "fullchain.pem").write_bytes(
        made.sign(key, hashes.SHA256()).public_bytes(serialization.Encoding.PEM),
    )
    (folder / "privkey.pem").write_bytes(
        key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    )
