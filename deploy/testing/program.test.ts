import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { until } from '../../tests/support/wait.ts';
import { startProgram } from './program.ts';

describe('a program that a test starts', () => {
  it('appears with its output in the error of a wait that ends', async () => {
    await using program = await startProgram(['sh', '-c', 'echo port is taken >&2; exec sleep 60'], async () => {});
    await until('it has written a line', () => program.output() !== '');
    const never = () => false;
    await assert.rejects(until('it answers', never, 1), /— sh-\d+\.log:\nport is taken/);
  });

  it('fails with its output if it ends before it answers', async () => {
    const refuse = () => Promise.reject(new Error('refused'));
    await assert.rejects(startProgram(['sh', '-c', 'echo no key; exit 3'], refuse), /sh did not start: no key/);
  });
});
