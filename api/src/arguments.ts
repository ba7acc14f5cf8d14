import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';

/** The message states the reason in one line. */
export class UsageError extends Error {
  override name = 'UsageError';
}

const HELP_OPTION = { help: { type: 'boolean', short: 'h' } } as const;

/**
 * Parses the arguments of a command; null after the help was shown.
 * @param help text of `--help`; its first line is the usage
 * @throws {UsageError} one line with the usage, if an argument is unknown
 */
export function readArguments<const Options extends ParseArgsOptionsConfig>(
  help: string,
  options: Options,
  allowPositionals = false,
) {
  try {
    const { help: wantsHelp } = parseArgs({ options: HELP_OPTION, strict: false }).values;
    if (wantsHelp !== true) return parseArgs({ options: { ...HELP_OPTION, ...options }, allowPositionals });
    console.log(help);
    return null;
  } catch (error) {
    const [usage] = help.split('\n');
    throw isArgumentError(error) ? new UsageError(`${firstSentence(error.message)}; usage: ${usage}`) : error;
  }
}

/** The rest of Node's message explains arguments that begin with a dash. */
const firstSentence = (text: string): string => text.replace(/\.\s.*$/s, '');

function isArgumentError(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS_');
}

/** Parses the arguments of a program with a single command. Ends the program after a wrong call, and after `--help`. */
export function argumentsOrExit<const Options extends ParseArgsOptionsConfig>(
  help: string,
  options: Options,
  allowPositionals = false,
) {
  try {
    return readArguments(help, options, allowPositionals) ?? process.exit(0);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}

/** Returns the number of an option; ends the program if the option is not a number. */
export function numberOrExit(option: string, text: string, isWhole = true): number {
  const number = Number(text);
  if (number > 0 && number < Number.POSITIVE_INFINITY && (Number.isInteger(number) || !isWhole)) return number;
  console.error(`--${option}: give a ${isWhole ? 'whole number of at least 1' : 'number above 0'}`);
  process.exit(1);
}
