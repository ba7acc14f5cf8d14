/** What one check found, in words for the person who mends it. */
export interface Finding {
  state: 'ok' | 'problem' | 'skipped';
  text: string;
  /** What somebody does next about it; absent where nothing has to be done. */
  step?: string;
}

export const ok = (text: string): Finding => ({ state: 'ok', text });

/** @param cure what to do about it */
export const problem = (text: string, cure: string): Finding => ({
  state: 'problem',
  text: `${text}\n    ${cure}`,
  step: `${text}. ${cure}`,
});

/**
 * Reports a check that needs something which is not given.
 * @param step what to do so that it can be made; leave it out where one may well do without
 */
export const skipped = (text: string, step?: string): Finding => ({
  state: 'skipped',
  text,
  ...(step !== undefined && { step }),
});

const MARKS = { ok: '✓', problem: '✗', skipped: '–' };

/** Returns the findings as lines of text. */
export const report = (findings: readonly Finding[]): string =>
  findings.map(({ state, text }) => `${MARKS[state]} ${text}`).join('\n');

/** Returns the one thing to do next: about the first problem, or else about the first check that could not be made. */
export function nextStep(findings: readonly Finding[]): string {
  const next = findings.find(({ state }) => state === 'problem') ?? findings.find(({ step }) => step !== undefined);
  return next?.step === undefined ? 'Everything is set up.' : `Next step: ${next.step}`;
}
