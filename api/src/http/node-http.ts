/** Node's module for HTTP. `import` would also load `fetch`, WebSocket and HTTP/2, and delay the start by 50 ms. */
export const http = process.getBuiltinModule('node:http');
