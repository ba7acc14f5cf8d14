"""Performs cases of contract/client-cases.json with the Python client: reads one case in each line, and answers in one.

Each case has its settings in `options` and in `environment`.
"""

import json
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from largesse import Client, RegistryApiError  # noqa: E402

for line in sys.stdin:
    case = json.loads(line)
    for name in [name for name in os.environ if name.startswith("REGISTRY_API_")]:
        del os.environ[name]
    os.environ.update(case["environment"])
    method = getattr(Client(**case["options"]), re.sub(r"(?=[A-Z])", "_", case["call"]).lower())
    try:
        value = method(*case["arguments"])
        if isinstance(value, dict) and isinstance(value.get("bytes"), bytes):
            value = {**value, "bytes": value["bytes"].decode("latin-1")}
        outcome = {"value": value}
    except RegistryApiError as error:
        outcome = {
            "error": {
                "code": error.code,
                "message": error.message,
                "data": {"status": error.status},
                "errors": error.errors,
                "isTemporary": error.is_temporary,
                "requestId": error.request_id,
            }
        }
    print(json.dumps(outcome), flush=True)
