import { ofFamily } from '../../../../core/swap/of-family.ts';
import { decidedTransaction } from '../../../../guard/assembly.ts';
import { findingsOf, type Rule, type RuleFinding, reject } from '../../../../guard/rule.ts';
import type { GuardRequest } from '../../../../ports/guard.ts';
import { readGiven } from '../decode.ts';
import type { SolanaEffects, SolanaInstruction } from '../effects.ts';

/**
 * G11. The bytes are what was decided on: every instruction of the router's transaction, in its
 * order, with its accounts (signing or not, written to or not) and data. Only the limit and the
 * price of the compute units are ours; where others have signed, nothing is. There are no approvals
 * on Solana, and nothing replaces a transaction.
 */
export const solanaAssembly: Rule<SolanaEffects> = {
  id: 'G11',
  check(effects, request) {
    const { intent } = request;
    switch (intent.kind) {
      case 'approve':
      case 'revoke':
      case 'cancel':
        return [reject('there is no such transaction on Solana', { intent: intent.kind })];
      default:
        return assemblyFindings(effects, request);
    }
  },
};

function assemblyFindings(
  effects: SolanaEffects,
  { intent, simulation, unsigned }: GuardRequest,
): RuleFinding[] {
  const decided = decidedTransaction(intent);
  if (!decided || !simulation.solana) return [reject('the order has no transaction')];
  const given = readGiven(ofFamily(decided, 'solana').data, simulation.solana);
  const isSame =
    written(given.instructions) === written(effects.instructions) &&
    `${given.signers}` ===
      `${[effects.feePayer, ...effects.cosigners.map(({ address }) => address)]}` &&
    `${[...given.writable]}` === `${[...effects.writable]}`;
  const message = Buffer.from(given.message).toString('hex');
  return findingsOf(
    !isSame && reject('the bytes carry other instructions than the order'),
    given.signers.length > 1 &&
      !unsigned.bytes.endsWith(message) &&
      reject('the bytes are not those that others have signed'),
  );
}

/** One text for one list of instructions. */
function written(instructions: readonly SolanaInstruction[]): string {
  return JSON.stringify(
    instructions
      .filter(
        ({ kind, name }) =>
          kind !== 'compute_budget' ||
          (name !== 'setComputeUnitLimit' && name !== 'setComputeUnitPrice'),
      )
      .map(({ program, accounts, data }) => [program, accounts, Buffer.from(data).toString('hex')]),
  );
}
