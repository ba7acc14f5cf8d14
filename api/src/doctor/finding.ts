/** What one check found, in words for the person who mends it. */
export interface Finding {
  state: 'ok' | 'problem' | 'skipped';
  text: string;
}

export const ok = (text: string): Finding => ({ state: 'ok', text });

/** @param cure what to do about it */
export const problem = (text: string, cure: string): Finding => ({ state: 'problem', text: `${text}\n    ${cure}` });

/** Reports a check that needs something which is not given. */
export const skipped = (text: string): Finding => ({ state: 'skipped', text });

const MARKS = { ok: '✓', problem: '✗', skipped: '–' };

/** Returns the findings as lines of text. */
export const report = (findings: readonly Finding[]): string =>
  findings.map(({ state, text }) => `${MARKS[state]} ${text}`).join('\n');
