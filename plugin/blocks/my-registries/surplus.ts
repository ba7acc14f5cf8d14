import { closeDialog, openDialog } from './dialogs.ts';
import { change } from './state.ts';
import { __ } from './texts.ts';

/** Resolves the open question. */
let settle: ((isRight: boolean) => void) | undefined;

/** Asks the user whether more is really bought than wanted. */
export function agreeSurplus(bought: number, wanted: number): Promise<boolean> {
  settleSurplus();
  // translators: 1: how many are bought, 2: how many are wanted.
  change({ surplusQuestion: __('You wish for %2$s. With this, %1$s would be bought.', bought, wanted) });
  openDialog('surplus', '.wp-element-button');
  return new Promise((resolve) => {
    settle = resolve;
  });
}

/** Answers the question and closes its dialog. @param isRight false also when the dialog is just closed */
export function settleSurplus(isRight = false): void {
  const answer = settle;
  settle = undefined;
  closeDialog('surplus');
  answer?.(isRight);
}
