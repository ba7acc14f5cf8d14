import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { startStandIn } from '../../../../tools/demo/playground/stand-in-server.ts';
import { addressOf } from '../../../support/server-address.ts';

/*
 * Repeats tests of the API's rules on the stand-in, which replaces the service in the demonstration. Selects tests of
 * routes that the plugin calls with its own account. Tests of other callers and of the host's registries do not apply.
 */

/** Selects suites and tests by patterns of their names. */
interface Chosen {
  /** Patterns of suites and tests to run; all by default. */
  only?: readonly string[];
  except?: readonly string[];
}

const TESTS: Readonly<Record<string, Chosen>> = {
  ideas: {
    only: ['Ideas of guests', 'Shares of a wish'],
    except: [
      'day of the reveal',
      'in the answer to a reveal',
      'everyone except admins',
      'with the registry',
      'secret events',
      'current wish in events',
      'end then',
      'leave the wish to a guest',
      'do not end while',
      'have ended and a guest',
    ],
  },
  'item-fields': { only: ['refuses (url|price|quantity_needed) ', 'rules: Errors, 422'] },
  'item-updates': { except: ['to a non-admin'] },
  'item-conditions': {
    except: [
      'from the same millisecond',
      'affiliate link and of a registry',
      'in a full registry',
      'follow their registry',
    ],
  },
  'item-lists': { only: ['rules: Lists'], except: ['only to admins', '100 items by default'] },
  'item-search': { except: ['only for admins'] },
  items: { except: ['non-admin', 'in the role', 'without affiliate fields'] },
  purchases: {
    only: [
      'Purchases, giving',
      'on behalf of visitors',
      'Purchases, addresses',
      'filters for admins',
      'counts without a',
    ],
    except: ['counts it, and returns it', 'of other users', 'for other users', 'before the registry'],
  },
  surprise: { only: ['triggered by the site'] },
};

const root = fileURLToPath(new URL('../../../..', import.meta.url));

describe('the stand-in keeps the rules of the service', { concurrency: 2 }, () => {
  for (const [file, { only = [], except = [] }] of Object.entries(TESTS))
    it(`in ${file}.test.ts`, async () => {
      await using standIn = await startStandIn();
      // Each test asks this server for the address of a gateway. The server answers with the stand-in's address, so the
      // stand-in receives all requests.
      const gateways = createServer((_, response) => void response.end(standIn.url)).listen(0, '127.0.0.1');
      await once(gateways, 'listening');
      const { NODE_TEST_CONTEXT: _, ...env } = process.env;
      const selected = [
        ...only.map((pattern) => `--test-name-pattern=${pattern}`),
        ...except.map((pattern) => `--test-skip-pattern=${pattern}`),
      ];
      const child = spawn(process.execPath, ['--test-reporter=tap', ...selected, `api/conformance/${file}.test.ts`], {
        cwd: root,
        env: { ...env, TEST_GATEWAY: addressOf(gateways) },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'close')]);
      gateways.close();
      assert.equal(code, 0, output);
      assert.match(output, /^# pass [1-9]/m);
    });
});
