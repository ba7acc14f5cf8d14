import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readEmbedded, reportFailure, UsageError } from './src/command.ts';
import { backUp } from './src/database/backup.ts';

const HELP = `npm run backup -- FILE

Copies the embedded database (DATABASE_URL=sqlite:…) to FILE, as it is at one moment; the service may go on.

  --help   show this`;

try {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { help: { type: 'boolean' } } });
  if (values.help) console.log(HELP);
  else {
    const [file, ...rest] = positionals;
    if (file === undefined || rest.length > 0) throw new UsageError('FILE: name one file');
    const { items, version } = await backUp(readEmbedded(process.env), resolve(file));
    console.log(`${file}: ${items} items, schema version ${version}, checked`);
  }
} catch (error) {
  reportFailure(error);
}
