"""An MCP server of fastmcp: probe-fastmcp.py stdio | (http | sse) PORT [auth]."""
import sys

from fastmcp import FastMCP
from fastmcp.server.auth.providers.jwt import StaticTokenVerifier

tokens = {"good-token-123": {"client_id": "probe", "scopes": []}}
server = FastMCP("fixture", version="9.9", auth=StaticTokenVerifier(tokens=tokens) if "auth" in sys.argv else None)


@server.tool
def add(a: int, b: int) -> int:
    """Adds two numbers."""
    return a + b


if sys.argv[1] == "stdio":
    server.run(show_banner=False)
else:
    server.run(transport=sys.argv[1], host="127.0.0.1", port=int(sys.argv[2]), show_banner=False)
