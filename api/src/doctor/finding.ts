/** Result of one check, in words for the operator. */
export interface Finding {
  state: 'ok' | 'problem' | 'skipped';
  text: string;
  /** Next step for the operator; absent if none is needed. */
  step?: string;
  /** True if a problem harms nobody until something else fails, too, such as an old backup. */
  isLatent?: boolean;
}

export const ok = (text: string): Finding => ({ state: 'ok', text });

/** @param cure step that fixes the problem */
export const problem = (text: string, cure: string): Finding => ({
  state: 'problem',
  text: `${text}\n    ${cure}`,
  step: `${text}. ${cure}`,
});

/** Returns a problem that harms nobody until something else fails, too. */
export const latentProblem = (text: string, cure: string): Finding => ({ ...problem(text, cure), isLatent: true });

/** @param step action with which the operator makes the check possible; omitted if the check is optional */
export const skipped = (text: string, step?: string): Finding => ({
  state: 'skipped',
  text,
  ...(step !== undefined && { step }),
});

const MARKS = { ok: '✓', problem: '✗', skipped: '–' };

export const report = (findings: readonly Finding[]): string =>
  findings.map(({ state, text }) => `${MARKS[state]} ${text}`).join('\n');

/**
 * Returns the step against the worst harm: of the first problem that harms people now, otherwise of the first problem,
 * otherwise of the first check with a step.
 */
export function nextStep(findings: readonly Finding[]): string {
  const problems = findings.filter(({ state }) => state === 'problem');
  const next = problems.find(({ isLatent = false }) => !isLatent) ?? problems[0] ?? findings.find(({ step }) => step);
  return next?.step === undefined ? 'Everything is set up.' : `Next step: ${next.step}`;
}
