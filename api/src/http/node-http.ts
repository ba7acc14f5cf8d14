/**
 * Node's module for HTTP. `import` would read all of its exports, and so load `fetch`, WebSocket and HTTP/2. The
 * service does not use these exports. They would delay its start by 50 ms.
 */
export const http = process.getBuiltinModule('node:http');
