import { createInterface } from 'node:readline/promises';
import { UsageError } from '../arguments.ts';

/** The operator did not agree. */
export class NotConfirmed extends Error {
  override name = 'NotConfirmed';
}

/**
 * Asks the operator before a command replaces data.
 * @param isSure true if the operator has already agreed with `--yes`
 * @throws {UsageError} if there is no terminal
 * @throws {NotConfirmed} unless the answer is `yes`
 */
export async function confirm(question: string, isSure: boolean): Promise<void> {
  if (isSure) return;
  if (!process.stdin.isTTY) throw new UsageError(`${question} Without a terminal, agree with --yes`);
  using terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question(`${question} Type yes to continue: `);
  if (answer.trim().toLowerCase() !== 'yes') throw new NotConfirmed('Nothing was changed.');
}
