import { resolve } from 'node:path';
import { fileArgument, readEmbedded, reportFailure } from './src/command.ts';
import { backUp } from './src/database/sqlite/backup.ts';

const HELP = `npm run backup -- FILE

Copies the embedded database (DATABASE_URL=sqlite:…) to FILE, as it is at one moment. The service may keep running.

  --help   show this`;

try {
  const file = fileArgument(HELP);
  if (file !== null) {
    const { items, version } = await backUp(readEmbedded(process.env), resolve(file));
    console.log(`${file}: ${items} items, schema version ${version}, checked`);
  }
} catch (error) {
  reportFailure(error);
}
