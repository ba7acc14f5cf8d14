/**
 * Node's module for HTTP. `import` would read all that it exports, to give each a name, and with that load the whole of
 * `fetch`, WebSocket and HTTP/2, which nothing here uses: 50 ms of a start.
 */
export const http = process.getBuiltinModule('node:http');
