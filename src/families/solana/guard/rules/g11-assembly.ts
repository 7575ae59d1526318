import { ofFamily } from '../../../../core/swap/of-family.ts';
import { decidedTransaction } from '../../../../guard/assembly.ts';
import { findingsOf, type Rule, type RuleFinding, reject } from '../../../../guard/rule.ts';
import type { GuardRequest } from '../../../../ports/guard.ts';
import { readGiven } from '../decode.ts';
import type { SolanaEffects, SolanaInstruction } from '../effects.ts';

/**
 * G11. The bytes have every instruction of the router's transaction, in its order, with its
 * accounts (including the signer and writable flags) and data. Ferryman sets only the limit and
 * price of the compute units, and nothing if others have signed. Solana has no allowances and no
 * replacements.
 */
export const solanaAssembly: Rule<SolanaEffects> = {
  id: 'G11',
  check(effects, request) {
    const { intent } = request;
    switch (intent.kind) {
      case 'approve':
      case 'revoke':
      case 'cancel':
        return [reject('Solana has no transactions of this kind', { intent: intent.kind })];
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
      reject('the bytes differ from those that the other signers signed'),
  );
}

/** Equal texts mean equal instructions, apart from the compute-unit limit and price. */
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
