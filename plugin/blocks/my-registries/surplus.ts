import { closeDialog, openDialog } from './dialogs.ts';
import { say, state } from './store.ts';

/** Ends the question that is open. */
let settle: ((isRight: boolean) => void) | undefined;

/** Asks whether really more is bought than is wanted. */
export function agreeSurplus(bought: number, wanted: number): Promise<boolean> {
  settleSurplus();
  state.surplusQuestion = say('surplus', bought, wanted);
  openDialog('surplus', '.wp-element-button');
  return new Promise((resolve) => {
    settle = resolve;
  });
}

/** Answers the question, and closes it. @param isRight what the answer is; closing the dialog is a no */
export function settleSurplus(isRight = false): void {
  const answer = settle;
  settle = undefined;
  closeDialog('surplus');
  answer?.(isRight);
}
