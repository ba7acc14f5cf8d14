/**
 * Node's module for HTTP. `import` would read all of its exports, which load `fetch`, WebSocket and HTTP/2, which the
 * service does not use: 50 ms of a start.
 */
export const http = process.getBuiltinModule('node:http');
