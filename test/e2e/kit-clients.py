"""Calls the template server with fastmcp and with an agent of pydantic-ai: kit-clients.py URL TOKEN. Prints JSON."""
import asyncio
import json
import sys

from fastmcp import Client
from mcp.shared.exceptions import MCPError
from pydantic_ai import Agent, ModelRetry
from pydantic_ai.mcp import MCPToolset
from pydantic_ai.messages import ModelResponse, TextPart, ToolCallPart, ToolReturnPart
from pydantic_ai.models.function import FunctionModel

url, token = sys.argv[1:]
FATAL_PREFIX = "[FATAL] "
MISTAKE = {"query": ""}
FIXED = {"query": "customer 399"}
DOWN = {"query": "customer 399", "source": "archive"}


async def with_fastmcp():
    async with Client(url, auth=token) as client:
        results = [await client.call_tool("search_records", args, raise_on_error=False) for args in (MISTAKE, FIXED, DOWN)]
        tools = [tool.name for tool in await client.list_tools()]
    return {"tools": tools, "results": [[result.is_error, result.content[0].text] for result in results]}


def model_that_calls(calls, seen):
    """A model that makes the given calls one after another, notes what it is told, and then answers."""

    def respond(messages, _info):
        for part in messages[-1].parts:
            if isinstance(part, ToolReturnPart):
                seen.append([part.outcome, str(part.content)])
        turn = sum(isinstance(message, ModelResponse) for message in messages)
        return ModelResponse(parts=[ToolCallPart("search_records", calls[turn]) if turn < len(calls) else TextPart("done")])

    return FunctionModel(respond)


async def strict(_ctx, call_tool, name, args):
    """What the strict client of the kit does, for pydantic-ai: a fatal tool error is none that the model hears of."""
    try:
        return await call_tool(name, args)
    except ModelRetry as error:
        if not error.message.startswith(FATAL_PREFIX):
            raise
        raise RuntimeError(error.message.removeprefix(FATAL_PREFIX)) from error


async def with_agent(calls, process_tool_call=None):
    seen = []
    toolset = MCPToolset(url, auth=token, process_tool_call=process_tool_call)
    agent = Agent(model_that_calls(calls, seen), toolsets=[toolset], retries=3)
    try:
        result = await agent.run("search")
        return {"seen": seen, "answer": result.output}
    except RuntimeError as error:
        return {"seen": seen, "aborted": str(error)}


async def without_token():
    try:
        async with Client(url) as client:
            await client.list_tools()
        return "served"
    except MCPError as error:
        return f"refused: {error}"


async def main():
    print(
        json.dumps(
            {
                "fastmcp": await with_fastmcp(),
                "without_token": await without_token(),
                "fixed": await with_agent([MISTAKE, FIXED]),
                "plain": await with_agent([DOWN]),
                "strict": await with_agent([MISTAKE, DOWN, FIXED], strict),
            }
        )
    )


asyncio.run(main())
