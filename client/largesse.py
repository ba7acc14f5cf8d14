"""Client of the Largesse API, in one file and with only the standard library. Needs Python 3.9 or newer.

    from largesse import Client, RegistryApiError

    api = Client(base_url="https://api.site.example", username="anna", app_password="abcd efgh ijkl mnop qrst uvwx")
    registry = api.create_registry({"title": "Mum & Dad <3"})
    api.create_registry_item(registry["id"], {"name": "Cast-iron pot", "url": "https://pots.example/cast-iron-26"})

Settings that you omit come from the environment: REGISTRY_API_BASE_URL, REGISTRY_API_USERNAME,
REGISTRY_API_APP_PASSWORD, REGISTRY_API_GATEWAY_KEY. The last two may also come from the files whose absolute paths are
in REGISTRY_API_APP_PASSWORD_FILE and REGISTRY_API_GATEWAY_KEY_FILE.

Methods return the decoded answer without its envelope, or None for a 404 and for an answer without a body. They raise
RegistryApiError for all other failures. They follow no redirects, so credentials do not reach another server.

    for event in api.follow_events(registry_id=7, after=stored_cursor):  # follows changes; see EventFeed
        ...

    event = verify_webhook(body, headers, secret)  # checks the request of a webhook

MIT license.
"""

import base64
import email.utils
import hashlib
import hmac
import http.client
import json
import os
import random
import re
import threading
import time
import urllib.parse
import uuid
import zlib

__all__ = [
    "NOT_MODIFIED",
    "Client",
    "EventFeed",
    "Listed",
    "RegistryApiError",
    "WebhookVerificationError",
    "verify_webhook",
]

_TIMEOUT_S = 10  # Seconds that a call may take, body included.
_ATTEMPTS = 3  # Attempts of a call that creates something, if answers are lost.
_PAUSE_S = 0.1  # Seconds between these attempts.
_MAX_IDS = 100  # Maximum number of ids in one request.
_MAX_SECRET_BYTES = 8192  # Maximum size of a file with a secret.


class RegistryApiError(Exception):
    """Error of a failed call.

    code: "api_not_configured" if no address is set, otherwise "api_error".
    status: HTTP status; 0 if no complete answer arrived.
    errors: broken rules, each with "field", "rule" and "limit"; only with the status 401, 403, 409, 412 or 422.
    is_temporary: True if the same call may succeed later: no answer arrived, the status is 429 or 500 and above, except
        501, or the first request with the same key still runs (409).
    retry_after: seconds that the service asks to wait, or None.
    request_id: id with which the service's operator finds the request in the log, or None.
    key: key of a call that creates something. Repeat the call with this key: it creates nothing twice.
    """

    def __init__(self, code, message, status, errors=(), retry_after=None, is_temporary=None, request_id=None):
        super().__init__(message)
        self.code = code
        self.message = message
        self.status = status
        self.errors = list(errors)
        self.retry_after = retry_after
        self.request_id = request_id
        self.key = None
        is_running = any(isinstance(one, dict) and one.get("rule") == "running" for one in self.errors)
        expected = status == 429 or (status >= 500 and status != 501) or is_running
        self.is_temporary = expected if is_temporary is None else is_temporary


class WebhookVerificationError(Exception):
    """Raised if a request does not come from the service, or is too old. Answer such a request with 400."""


class _NotModified:
    def __repr__(self):
        return "NOT_MODIFIED"

    def __bool__(self):
        return False


#: Result of a read with `if_none_match` if the caller already has the list with this tag.
NOT_MODIFIED = _NotModified()


class Listed(list):
    """A list, and what the headers of its answer say about it.

    etag: entity tag of the list, for `if_none_match` of the next read; None if the list is too large for a tag.
    total, total_pages: numbers of all entries, of which this list is a page, and of pages; only lists of registries
        have them.
    """

    def __init__(self, entries, etag=None, total=None, total_pages=None):
        super().__init__(entries)
        self.etag = etag
        self.total = total
        self.total_pages = total_pages


class Client:
    """Calls the operations of the API; each method is named like its operation in the API's /docs.

    strict: True if the service must refuse unknown fields (422) instead of ignoring them.
    """

    def __init__(self, base_url=None, username=None, app_password=None, gateway_key=None, strict=False):
        self._problem = None
        self._strict = strict
        self._base_url = _setting(base_url, "REGISTRY_API_BASE_URL").rstrip("/")
        self._username = _setting(username, "REGISTRY_API_USERNAME")
        self._gateway_key = self._secret(gateway_key, "REGISTRY_API_GATEWAY_KEY")
        self._app_password = self._secret(app_password, "REGISTRY_API_APP_PASSWORD")

    def welcome(self):
        return self._request("GET", [])

    def health(self):
        return self._request("GET", ["health"])

    def get_site(self):
        """Returns currency, time zone and languages of the site, and who the caller is."""
        return self._request("GET", ["site"])

    # Items of all registries.

    def list_items(self, query=None, if_none_match=None):
        return self._list(["items"], query, if_none_match)

    def search_items(self, query=None):
        """Searches active items; for admins."""
        return self._request("GET", ["items", "search"], query=query)

    def list_places(self, query):
        """Returns the registries whose recipients receive items; for admins."""
        return self._request("GET", ["items", "places"], query=query)

    def get_item(self, item_id):
        return self._request("GET", ["items", item_id])

    def get_items(self, ids, registry_id=None):
        """Returns items in the order of their ids, each once. Omits items that are missing or cannot be read."""
        self._require_address()
        unique = list(dict.fromkeys(ids))
        found = {}
        for start in range(0, len(unique), _MAX_IDS):
            query = {"ids": unique[start : start + _MAX_IDS], "registry_id": registry_id}
            try:
                answer = self._request("GET", ["items"], query=query)
            except RegistryApiError:
                continue
            for item in answer if isinstance(answer, list) else []:
                if isinstance(item, dict):
                    found[item.get("id")] = item
        return [found[one] for one in unique if one in found]

    # Methods that create something take a `key` of 1 to 255 visible ASCII characters. A second call with the same key
    # creates nothing again, and has the same result. By default, each call has a random key.

    def create_item(self, fields, key=None):
        return self._create(["items"], fields, key)

    def update_item(self, item_id, fields, expected=None):
        """Changes an item. `expected` may be an item that was read before: the call fails with 412 if it differs."""
        return self._request("PUT", ["items", item_id], body=fields, **_condition_of_item(expected))

    def delete_item(self, item_id, expected=None):
        return self._request("DELETE", ["items", item_id], **_condition_of_item(expected))

    # Registries.

    def list_registries(self, query=None, if_none_match=None):
        return self._list(["registries"], query, if_none_match)

    def get_registry(self, registry_id):
        return self._request("GET", ["registries", registry_id])

    def create_registry(self, fields, key=None):
        return self._create(["registries"], fields, key)

    def update_registry(self, registry_id, fields, expected=None):
        """Changes a registry. `expected` may be a registry that was read before: 412 if it has changed."""
        version = (expected or {}).get("version")
        return self._request("PATCH", ["registries", registry_id], body=fields, version=version)

    def delete_registry(self, registry_id, expected=None):
        return self._request("DELETE", ["registries", registry_id], version=(expected or {}).get("version"))

    def list_registry_items(self, registry_id, query=None, if_none_match=None):
        return self._list(["registries", registry_id, "items"], query, if_none_match)

    def create_registry_item(self, registry_id, fields, key=None):
        """Creates an item; with a list of up to 100 items, creates all of them or none, and returns them."""
        return self._create(["registries", registry_id, "items"], fields, key)

    def delete_registry_item(self, registry_id, item_id, expected=None):
        version = (expected or {}).get("updated_at")
        return self._request("DELETE", ["registries", registry_id, "items", item_id], version=version)

    def add_appearance(self, registry_id, item_id, query=None):
        """Adds an item of another registry of the same author to a list, or moves it there."""
        return self._request("PUT", ["registries", registry_id, "appearances", item_id], query=query)

    def remove_appearance(self, registry_id, item_id):
        return self._request("DELETE", ["registries", registry_id, "appearances", item_id])

    def list_invitees(self, registry_id):
        return self._request("GET", ["registries", registry_id, "invitees"])

    def add_invitees(self, registry_id, invitees):
        return self._request("POST", ["registries", registry_id, "invitees"], body={"invitees": list(invitees)})

    def remove_invitee(self, registry_id, invitee):
        return self._request("DELETE", ["registries", registry_id, "invitees", invitee])

    def get_affiliate(self, registry_id, item_id):
        return self._request("GET", ["registries", registry_id, "items", item_id, "affiliate"])

    def set_affiliate(self, registry_id, item_id, fields, expected=None):
        path = ["registries", registry_id, "items", item_id, "affiliate"]
        return self._request("PUT", path, body=fields, version=(expected or {}).get("updated_at"))

    def clear_affiliate(self, registry_id, item_id, expected=None):
        path = ["registries", registry_id, "items", item_id, "affiliate"]
        return self._request("DELETE", path, version=(expected or {}).get("updated_at"))

    # Purchases. The id of a new purchase is a random UUID: str(uuid.uuid4()).

    def list_purchases(self, query=None):
        return self._request("GET", ["purchases"], query=query)

    def get_purchase(self, purchase_id):
        return self._request("GET", ["purchases", purchase_id])

    def put_purchase(self, purchase_id, fields, expected=None):
        """Creates or changes a purchase for a visitor; for admins. With {"is_new": True}, an existing one is 412."""
        is_new = bool((expected or {}).get("is_new"))
        return self._request("PUT", ["purchases", purchase_id], body=fields, is_new=is_new)

    def update_purchase(self, purchase_id, fields):
        return self._request("PATCH", ["purchases", purchase_id], body=fields)

    def delete_purchase(self, purchase_id):
        return self._request("DELETE", ["purchases", purchase_id])

    def reveal_purchases(self, registry_id, shown=None):
        return self._request("POST", ["purchases", "reveal"], body={"registry_id": registry_id, **(shown or {})})

    def uncount_purchases(self, what):
        return self._request("POST", ["purchases", "uncount"], body=what)

    def erase_purchases(self, whose):
        return self._request("POST", ["purchases", "erase"], body=whose)

    def list_registry_purchases(self, registry_id):
        return self._request("GET", ["registries", registry_id, "purchases"])

    def put_registry_purchase(self, registry_id, purchase_id, fields, expected=None):
        is_new = bool((expected or {}).get("is_new"))
        return self._request("PUT", ["registries", registry_id, "purchases", purchase_id], body=fields, is_new=is_new)

    def thank_for_purchase(self, registry_id, purchase_id, thanked):
        path = ["registries", registry_id, "purchases", purchase_id]
        return self._request("PATCH", path, body={"thanked": thanked})

    def delete_registry_purchase(self, registry_id, purchase_id):
        return self._request("DELETE", ["registries", registry_id, "purchases", purchase_id])

    def reveal_registry_purchases(self, registry_id):
        return self._request("POST", ["registries", registry_id, "purchases", "reveal"], body={})

    # Ideas of guests; for admins. The id of a new idea is a random UUID.

    def list_ideas(self, query):
        return self._request("GET", ["ideas"], query=query)

    def put_idea(self, idea_id, fields, expected=None):
        expected = expected or {}
        version, is_new = expected.get("updated_at"), bool(expected.get("is_new"))
        return self._request("PUT", ["ideas", idea_id], body=fields, version=version, is_new=is_new)

    def delete_idea(self, idea_id, registry_id, expected=None):
        version = (expected or {}).get("updated_at")
        return self._request("DELETE", ["ideas", idea_id], query={"registry_id": registry_id}, version=version)

    # Shares of wishes; for admins. The id of a new share is a random UUID.

    def list_shares(self, query):
        return self._request("GET", ["shares"], query=query)

    def put_share(self, registry_id, share_id, fields, expected=None):
        expected = expected or {}
        version, is_new = expected.get("updated_at"), bool(expected.get("is_new"))
        path = ["registries", registry_id, "shares", share_id]
        return self._request("PUT", path, body=fields, version=version, is_new=is_new)

    def delete_share(self, registry_id, share_id, expected=None):
        version = (expected or {}).get("updated_at")
        return self._request("DELETE", ["registries", registry_id, "shares", share_id], version=version)

    # Pages of shops.

    def preview(self, url):
        return self._request("POST", ["previews"], body={"url": url})

    def preview_picture(self, url):
        """Returns {"type": media type, "bytes": bytes} of a picture; for admins."""
        answer = self._send("POST", ["previews", "picture"], body={"url": url})
        if answer.status != 200:
            return _meaning(answer)
        if not answer.type.startswith("image/"):
            raise _not_the_service(answer.status)
        return {"type": answer.type, "bytes": answer.body}

    # Events and webhooks.

    def list_events(self, query=None):
        """Returns a page: {"events": oldest first, "next_cursor": value of `after` for the next page}."""
        wait = (query or {}).get("wait") or 0
        answer = self._send("GET", ["events"], query=query, wait=wait)
        events = _meaning(answer)
        return None if events is None else {"events": events, "next_cursor": answer.cursor}

    def follow_events(self, registry_id=None, after=None, stop=None):
        """Follows events that the caller may see, as they happen; see EventFeed. Only admins may omit the registry.

        after: `cursor` of an earlier feed, `next_cursor` of a page, or "now". By default, the feed begins with the
            oldest event that the service keeps.
        stop: a threading.Event that ends the feed, without an error, after at most 25 seconds.
        """
        return EventFeed(self, registry_id, after, stop or threading.Event())

    def create_webhook(self, fields, key=None):
        return self._create(["webhooks"], fields, key)

    def list_webhooks(self):
        return self._request("GET", ["webhooks"])

    def get_webhook(self, webhook_id):
        return self._request("GET", ["webhooks", webhook_id])

    def update_webhook(self, webhook_id, fields):
        return self._request("PATCH", ["webhooks", webhook_id], body=fields)

    def delete_webhook(self, webhook_id):
        return self._request("DELETE", ["webhooks", webhook_id])

    def rotate_webhook_secret(self, webhook_id):
        return self._request("POST", ["webhooks", webhook_id, "rotate"], body={})

    def test_webhook(self, webhook_id):
        return self._request("POST", ["webhooks", webhook_id, "test"], body={})

    def list_deliveries(self, webhook_id, query=None):
        """Returns a page: {"deliveries": newest first, "next_cursor": None after the last page}."""
        answer = self._send("GET", ["webhooks", webhook_id, "deliveries"], query=query)
        deliveries = _meaning(answer)
        return None if deliveries is None else {"deliveries": deliveries, "next_cursor": answer.cursor or None}

    def resend_delivery(self, webhook_id, event_id):
        return self._request("POST", ["webhooks", webhook_id, "deliveries", event_id, "resend"], body={})

    def _list(self, segments, query, if_none_match):
        answer = self._send("GET", segments, query=query, known=if_none_match)
        if answer.status == 304 and if_none_match is not None:
            return NOT_MODIFIED
        entries = _meaning(answer)
        if entries is None:
            return None
        if not isinstance(entries, list):
            raise _not_the_service(answer.status)
        return Listed(entries, answer.etag, answer.total, answer.total_pages)

    def _create(self, segments, fields, key):
        key = uuid.uuid4().hex if key is None else key
        try:
            return self._request("POST", segments, body=fields, key=key)
        except RegistryApiError as error:
            error.key = key
            raise

    def _request(self, method, segments, **sending):
        return _meaning(self._send(method, segments, **sending))

    def _require_address(self):
        if not self._base_url:
            raise RegistryApiError("api_not_configured", "The address of the registry service is not set.", 0)

    def _send(self, method, segments, query=None, body=None, version=None, is_new=False, key=None, wait=0, known=None):
        self._require_address()
        if self._problem is not None:
            raise RegistryApiError("api_error", self._problem, 0)
        try:
            path = "/" + "/".join(map(_encoded_segment, segments)) + _encoded_query(query or {})
        except UnicodeError as cause:
            raise RegistryApiError("api_error", "The request holds text that is no Unicode.", 0) from cause
        try:
            data = None if body is None else _json(body)
        except (TypeError, ValueError, RecursionError) as cause:
            raise RegistryApiError("api_error", "The request cannot be written as JSON.", 0) from cause
        headers = self._headers(data is not None, version, is_new)
        if key is not None:
            headers["Idempotency-Key"] = key
        if known is not None:
            headers["If-None-Match"] = known
        end = time.monotonic() + _TIMEOUT_S + wait
        lost = 0
        while True:
            pause = _PAUSE_S
            try:
                answer = _exchange(self._base_url, method, path, data, headers, end - time.monotonic())
                # The service still works on the first request with this key.
                is_running = key is not None and answer.status == 409 and answer.retry_after
                if not is_running or time.monotonic() + answer.retry_after >= end:
                    return answer
                pause = answer.retry_after
            except (OSError, ValueError, http.client.HTTPException, zlib.error) as cause:
                lost += 1
                if key is None or lost == _ATTEMPTS or time.monotonic() + pause >= end:
                    message = "The registry service did not answer."
                    raise RegistryApiError("api_error", message, 0, is_temporary=True) from cause
            time.sleep(pause)

    def _headers(self, has_body, version, is_new):
        # Without problem details, errors would not list the broken rules.
        headers = {"Accept": "application/json, application/problem+json", "Accept-Encoding": "gzip"}
        if self._strict:
            headers["Prefer"] = "handling=strict"
        if self._username and self._app_password:
            pair = f"{self._username}:{self._app_password}".encode("utf-8", "replace")
            headers["Authorization"] = "Basic " + base64.b64encode(pair).decode("ascii")
        if self._gateway_key:
            if not re.fullmatch(r"[\t\x20-\x7e\x80-\xff]*", self._gateway_key):
                message = "The gateway key contains characters that are not allowed in a header."
                raise RegistryApiError("api_error", message, 0)
            headers["x-api-key"] = self._gateway_key
        if has_body:
            headers["Content-Type"] = "application/json"
        if isinstance(version, str):
            headers["If-Match"] = '"' + re.sub(r"[^!#-~]", "", version) + '"'
        if is_new:
            headers["If-None-Match"] = "*"
        return headers

    def _secret(self, option, variable):
        value = _setting(option, variable)
        path = "" if (option or "").strip() else os.environ.get(f"{variable}_FILE", "").strip()
        if path == "":
            return value
        if value != "":
            problem = f"It must not be set together with {variable}."
        else:
            value, problem = _file_content(path)
        if problem is None:
            return value
        self._problem = self._problem or f"{variable}_FILE cannot be used. {problem}"
        return ""


class _Answer:
    """A complete answer of the service."""

    def __init__(self, status, headers, body):
        self.status = status
        self.type = headers.get("content-type", "").split(";")[0].strip().lower()
        self.cursor = headers.get("next-cursor", "")
        self.retry_after = _seconds(headers.get("retry-after"))
        self.etag = headers.get("etag")
        self.total = _number(headers.get("x-host-total"))
        self.total_pages = _number(headers.get("x-host-totalpages"))
        self.request_id = headers.get("x-request-id")
        self.body = body


_LIMIT = 100  # Events in one answer.
_WAIT_S = 25  # Seconds that the service may wait for an event.
_SOON_S = 1  # If an empty answer arrives earlier, the service is stopping, or does not wait for events.
_FIRST_PAUSE_S, _LONGEST_PAUSE_S = 0.5, 30  # Pauses after failures. Each further failure doubles the pause.
_DAY_S = 86400  # Longest pause that the service may request.
_RENEW_S = 6 * 3600  # Age after which an idle feed renews its cursor.
# Separates the two parts of a position in the middle of a page: the cursor with which the feed requested the page, and
# the id of the last event that the caller received. Neither part contains this character.
_SEPARATOR = "~"


class EventFeed:
    """Yields each event once, in order, until `stop` is set. Survives restarts of the service and lost networks.

    cursor: position after the last event that the caller has received. To continue there later, pass it as `after` to
        a new feed. While no events happen, the feed renews it. None before the first answer of a feed without `after`.

    Reading the feed raises RegistryApiError, for example with one of these statuses:
    - 410: the cursor is too old; read the lists again, and follow from "now"
    - 403: the caller has no access
    - 404: the registry does not exist, or the service records no events
    - 422: `after` is no cursor
    """

    def __init__(self, client, registry_id, after, stop, clock=time.monotonic):
        self.cursor = after
        self._client = client
        self._registry_id = registry_id
        self._stop = stop
        self._clock = clock
        self._events = self._run(after or "")

    def __iter__(self):
        return self

    def __next__(self):
        return next(self._events)

    def _run(self, after):
        cursor, _, received = after.partition(_SEPARATOR)
        is_at_start = cursor in ("", "now")
        since = None  # Time of the request whose answer last replaced the cursor.
        renewed = ""  # Fresh cursor. It replaces the current one if the next answer contains no events.
        failures = 0
        while not self._stop.is_set():
            begun = self._clock()
            is_old = since is None or begun - since > _RENEW_S
            is_renewal = renewed == "" and not is_at_start and is_old
            # Gets a cursor before the first wait. Without one, the feed could skip or repeat events if the wait fails.
            query = {
                "registry_id": self._registry_id,
                "after": "now" if is_renewal else cursor or None,
                "limit": 1 if is_at_start else _LIMIT,
                "wait": 0 if is_at_start or is_renewal else _WAIT_S,
            }
            try:
                page = _found(self._client.list_events(query))
            except RegistryApiError as error:
                if not error.is_temporary:
                    raise
                self._pause(failures, error.retry_after)
                failures += 1
                continue
            events, next_cursor = page["events"], page["next_cursor"]
            if is_renewal:
                renewed = next_cursor
                continue
            ids = [event["id"] for event in events]
            known = ids.index(received) + 1 if received in ids else 0
            for index in range(known, len(events)):
                if self._stop.is_set():
                    return
                is_last = index == len(events) - 1
                self.cursor = next_cursor if is_last else cursor + _SEPARATOR + ids[index]
                yield events[index]
            if events or is_at_start or renewed:
                cursor = next_cursor if events or is_at_start else renewed
                since = begun
            self.cursor = cursor
            is_early = not events and not is_at_start and self._clock() - begun < _SOON_S
            received, renewed, is_at_start = "", "", False
            if is_early:
                self._pause(failures, None)
                failures += 1
            else:
                failures = 0

    def _pause(self, failures, retry_after):
        """Pauses for a random time, so that many clients do not return at once."""
        longest = min(_FIRST_PAUSE_S * 2 ** min(failures, 16), _LONGEST_PAUSE_S)
        own = longest * (1 + random.random()) / 2
        asked = (retry_after or 0) * (1 + random.random() / 5)
        self._stop.wait(min(max(own, asked), _DAY_S))


def _found(page):
    if page is None:
        raise RegistryApiError("api_error", "There is no such registry, or the service records no events.", 404)
    if not page["next_cursor"]:
        raise RegistryApiError("api_error", "The answer has no header Next-Cursor.", 200)
    return page


_TOLERANCE_S = 300  # Seconds by which the timestamp of a webhook's request may differ from the clock.
_SECRET_PREFIX = "whsec_"


def verify_webhook(body, headers, secrets):
    """Checks signature and timestamp of a webhook's request, and returns the event.

    body: the bytes of the body as they arrived, or their text; not the decoded JSON.
    headers: a mapping of names to values, in any case.
    secrets: "whsec_…"; during a rotation, a list with the old and the new secret.

    If an event arrives twice, both copies have the same "id". Raises WebhookVerificationError if a header is missing,
    if no signature matches, or if the timestamp differs by more than five minutes from the clock. Raises ValueError if
    a secret does not have the form "whsec_…".
    """
    keys = [_secret_key(secret) for secret in ([secrets] if isinstance(secrets, str) else secrets)]
    given = {str(name).lower(): value for name, value in headers.items()}
    values = []
    for name in ("webhook-id", "webhook-timestamp", "webhook-signature"):
        value = given.get(name)
        if not value:
            raise WebhookVerificationError(f"The header {name} is missing.")
        values.append(value)
    message_id, timestamp, signatures = values
    if not re.fullmatch(r"[0-9]{1,12}", timestamp) or abs(time.time() - int(timestamp)) > _TOLERANCE_S:
        raise WebhookVerificationError("The timestamp is not of the last five minutes.")
    content = body.encode("utf-8") if isinstance(body, str) else bytes(body)
    signed = f"{message_id}.{timestamp}.".encode("utf-8") + content
    expected = [b"v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()) for key in keys]
    sent = [signature.encode("utf-8", "replace") for signature in signatures.split(" ")]
    # Compares all pairs, so that the time does not depend on the place of the right one.
    if not any([hmac.compare_digest(one, other) for one in expected for other in sent]):
        raise WebhookVerificationError("No signature matches.")
    return json.loads(content.decode("utf-8"))["data"]


def _secret_key(secret):
    try:
        encoded = secret[len(_SECRET_PREFIX) :] if secret.startswith(_SECRET_PREFIX) else ""
        key = base64.b64decode(encoded, validate=True)
    except ValueError:
        key = b""
    if not key:
        raise ValueError(f"A webhook's secret has the form {_SECRET_PREFIX}…")
    return key


def _json(body):
    """Returns JSON as UTF-8, because escapes make long lists of wishes too large for the service."""
    try:
        return json.dumps(body, allow_nan=False, ensure_ascii=False).encode("utf-8")
    except UnicodeEncodeError:  # Unpaired surrogates: the service refuses them, and names the field.
        return json.dumps(body, allow_nan=False).encode("ascii")


def _exchange(base_url, method, path, data, headers, timeout):
    """Sends a request. The time limit (seconds) includes the body of the answer, even if it arrives byte by byte."""
    end = time.monotonic() + timeout
    address = urllib.parse.urlsplit(base_url)
    if address.scheme not in ("http", "https") or not address.hostname:
        raise ValueError("the address is not http or https")
    open_connection = http.client.HTTPSConnection if address.scheme == "https" else http.client.HTTPConnection
    connection = open_connection(address.hostname, address.port, timeout=timeout)
    try:
        connection.connect()
        # http.client sets `connection.sock` to None after the headers of an answer that ends with the connection.
        socket = connection.sock
        _limit(socket, end)
        connection.request(method, address.path + path, body=data, headers=headers)
        _limit(socket, end)
        response = connection.getresponse()
        parts = []
        while True:
            _limit(socket, end)
            part = response.read1(65536)
            if not part:
                break
            parts.append(part)
        if response.length:
            raise http.client.IncompleteRead(b"".join(parts), response.length)
        fields = {name.lower(): value for name, value in response.getheaders()}
        body = b"".join(parts)
        if fields.get("content-encoding", "").lower() == "gzip":
            body = zlib.decompress(body, wbits=zlib.MAX_WBITS + 16)
        return _Answer(response.status, fields, body)
    finally:
        connection.close()


def _limit(socket, end):
    left = end - time.monotonic()
    if left <= 0:
        raise TimeoutError("the call took too long")
    socket.settimeout(left)


def _meaning(answer):
    status = answer.status
    if status == 404:
        return None
    try:
        text = answer.body.decode("utf-8")
    except UnicodeDecodeError:
        text = None
    is_json, decoded = _decoded(text)
    if status >= 400 or (not 200 <= status < 300 and not is_json):
        detail = decoded.get("detail") if isinstance(decoded, dict) else None
        errors = decoded.get("errors") if isinstance(decoded, dict) else None
        raise RegistryApiError(
            "api_error",
            detail if isinstance(detail, str) and detail else f"The registry service answered with status {status}.",
            status,
            errors if isinstance(errors, list) else (),
            answer.retry_after,
            request_id=answer.request_id,
        )
    if text == "":
        return None
    if not is_json:
        raise _not_the_service(status)
    return decoded["data"] if isinstance(decoded, dict) and "data" in decoded else decoded


def _decoded(text):
    def refuse(name):
        raise ValueError(name)

    try:
        return True, json.loads(text or "", parse_constant=refuse)
    except (ValueError, RecursionError):
        return False, None


def _not_the_service(status):
    return RegistryApiError("api_error", "Something other than the registry service answered.", status)


def _number(header):
    return int(header) if header is not None and re.fullmatch(r"[0-9]{1,15}", header) else None


def _seconds(retry_after):
    """Returns the seconds of Retry-After, which is a number or a date."""
    if retry_after is None:
        return None
    if re.fullmatch(r"[0-9]+", retry_after):
        return int(retry_after)
    try:
        return max(0.0, email.utils.parsedate_to_datetime(retry_after).timestamp() - time.time())
    except (TypeError, ValueError):
        return None


def _condition_of_item(expected):
    expected = expected or {}
    return {"query": {"registry_id": expected.get("registry_id")}, "version": expected.get("updated_at")}


def _encode(text):
    return urllib.parse.quote(text, safe="!'()*-._~")


def _encoded_segment(segment):
    # `.` and `..` would change the path, even when encoded. A space in front prevents this, and the API ignores
    # surrounding spaces.
    text = str(segment)
    return _encode(f" {text}" if text in (".", "..") else text)


def _encoded_query(query):
    def written(value):
        if isinstance(value, bool):
            return "true" if value else "false"
        return ",".join(map(written, value)) if isinstance(value, (list, tuple)) else str(value)

    pairs = [f"{name}={_encode(written(value))}" for name, value in query.items() if value is not None]
    return "?" + "&".join(pairs) if pairs else ""


def _setting(option, variable):
    return (option or "").strip() or os.environ.get(variable, "").strip()


def _file_content(path):
    """Reads a file with one line. Returns the trimmed line and None, or "" and a problem."""
    if not os.path.isabs(path):
        return "", "It must be the absolute path of a file."
    try:
        if not os.path.isfile(path):
            return "", "There is no such file."
        if os.path.getsize(path) > _MAX_SECRET_BYTES:
            return "", f"The file must not be larger than {_MAX_SECRET_BYTES} bytes."
        with open(path, encoding="utf-8-sig") as file:
            value = file.read().strip()
    except (OSError, UnicodeError):
        return "", "The file cannot be read."
    if value == "":
        return "", "The file is empty."
    if re.search(r"[\x00-\x1f\x7f-\x9f]", value):
        return "", "The file must contain exactly one line."
    return value, None
