import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Returns PHP code, without the opening tag, that adds an MCP server for abilities to a WordPress with the Abilities
 * API. If the environment variable `MCP_ADAPTER` names a folder with the plugin WordPress/mcp-adapter and its
 * dependencies, the code loads this plugin. Otherwise, the code is the stand-in.
 */
export function mcpAdapter(): string {
  const folder = process.env.MCP_ADAPTER;
  return folder
    ? `require '${folder}/mcp-adapter.php';`
    : readFileSync(join(import.meta.dirname, 'mcp-adapter.php'), 'utf8').replace(/^<\?php\n/, '');
}
