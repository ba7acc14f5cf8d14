/** Result of one check, in words for the operator. */
export interface Finding {
  state: 'ok' | 'problem' | 'skipped';
  text: string;
  /** Next step for the operator; absent if none is needed. */
  step?: string;
}

export const ok = (text: string): Finding => ({ state: 'ok', text });

/** @param cure step that fixes the problem */
export const problem = (text: string, cure: string): Finding => ({
  state: 'problem',
  text: `${text}\n    ${cure}`,
  step: `${text}. ${cure}`,
});

/** @param step action with which the operator makes the check possible; omitted if the check is optional */
export const skipped = (text: string, step?: string): Finding => ({
  state: 'skipped',
  text,
  ...(step !== undefined && { step }),
});

const MARKS = { ok: '✓', problem: '✗', skipped: '–' };

export const report = (findings: readonly Finding[]): string =>
  findings.map(({ state, text }) => `${MARKS[state]} ${text}`).join('\n');

/** Returns the step of the first problem, otherwise of the first check with a step. */
export function nextStep(findings: readonly Finding[]): string {
  const next = findings.find(({ state }) => state === 'problem') ?? findings.find(({ step }) => step !== undefined);
  return next?.step === undefined ? 'Everything is set up.' : `Next step: ${next.step}`;
}
