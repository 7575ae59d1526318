import { tokenPrograms } from './address.ts';
import type { SolanaInstruction } from './effects.ts';
import { readInstruction } from './instruction.ts';

/**
 * The calls of a token program's batch, which S06 judges one by one: each has a count of accounts,
 * a length, and its data (solana-program/token, pinocchio, `batch`). What does not fit this form,
 * and a batch in a batch, stays the batch that it is. Token-2022 has none.
 */
export function expandBatch(one: SolanaInstruction): readonly SolanaInstruction[] {
  if (one.name !== 'batch' || one.program !== tokenPrograms[0]) return [one];
  const calls: SolanaInstruction[] = [];
  let data = one.data.subarray(1);
  let accounts = one.accounts;
  while (data.length > 0) {
    const [count = 0, length = 0] = data;
    const end = 2 + length;
    if (length === 0 || data.length < end || accounts.length < count) return [one];
    const call = readInstruction(one.program, accounts.slice(0, count), data.subarray(2, end));
    if (call.name === 'batch') return [one];
    calls.push(call);
    data = data.subarray(end);
    accounts = accounts.slice(count);
  }
  // Accounts too many would be of calls that nothing reads.
  return calls.length === 0 || accounts.length > 0 ? [one] : calls;
}
