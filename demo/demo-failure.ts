/** Something that the person who started the demonstration can mend. The message is one line that says how. */
export class DemoFailure extends Error {
  override name = 'DemoFailure';
}
