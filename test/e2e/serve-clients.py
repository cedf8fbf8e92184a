"""What the client of fastmcp sees of a gateway, as JSON on standard output: serve-clients.py URL."""
import asyncio
import json
import sys

from fastmcp import Client


async def main(url: str) -> None:
    heard: dict[str, list] = {"progress": [], "logs": []}

    async def on_progress(progress, total, message) -> None:
        heard["progress"].append([progress, total])

    async def on_log(message) -> None:
        heard["logs"].append(message.data)

    async def on_elicitation(message, response_type, params, context):
        return {"username": "ada", "email": "ada@example.com"}

    async def on_sampling(messages, params, context) -> str:
        return f"answer to {messages[0].content.text}"

    client = Client(url, log_handler=on_log, elicitation_handler=on_elicitation, sampling_handler=on_sampling)
    async with client:
        tools = [tool.name for tool in await client.list_tools()]
        text = await client.call_tool("test_simple_text", {})
        error = await client.call_tool("test_error_handling", {}, raise_on_error=False)
        elicited = await client.call_tool("test_elicitation", {"message": "who?"})
        sampled = await client.call_tool("test_sampling", {"prompt": "hi"})
        await client.call_tool("test_tool_with_progress", {}, progress_handler=on_progress)
        resource = await client.read_resource("test://template/7/data")
        prompt = await client.get_prompt("test_prompt_with_arguments", {"arg1": "a", "arg2": "b"})
        try:
            await client.call_tool("nope", {})
            unknown = None
        except Exception as failure:
            unknown = str(failure)
    print(
        json.dumps(
            {
                "tools": tools,
                "text": text.content[0].text,
                "error": [error.is_error, error.content[0].text],
                "elicited": elicited.content[0].text,
                "sampled": sampled.content[0].text,
                "progress": heard["progress"],
                "resource": json.loads(resource[0].text),
                "prompt": prompt.messages[0].content.text,
                "unknown": unknown,
            }
        )
    )


asyncio.run(main(sys.argv[1]))
