import type { ContractItem } from '../core/approvals/admission-item.ts';
import { formatsOf } from '../core/swap/chains.ts';
import type { InspectedAddress } from '../ports/chain-adapter.ts';
import { paidOrder } from '../ports/guard.ts';
import type { Effects } from './effects.ts';
import { findInspected } from './find-inspected.ts';
import type { RuleRequest } from './rule.ts';

/**
 * A contract as a person admits it: with the code that the chain shows, for the provider whose order
 * names it, in one form of its address. So other code, or another provider, is another item.
 */
export function contractItem(
  effects: Pick<Effects, 'family' | 'inspected'>,
  { chain }: Pick<RuleRequest, 'chain'>,
  { address, provider }: { address: string; provider: string | undefined },
): ContractItem {
  return {
    chain: chain.name,
    address: formatsOf(effects.family).addressForm.codec(address) ?? address,
    ...codeOf(findInspected(effects, address)),
    ...(provider === undefined ? {} : { provider }),
  };
}

/** The hashes of a contract's code, as far as its chain shows them. */
export function codeOf(
  facts: InspectedAddress | undefined,
): Pick<ContractItem, 'codeHash' | 'implementationHash'> {
  return {
    ...(facts?.codeHash === undefined ? {} : { codeHash: facts.codeHash }),
    ...(facts?.implementationHash === undefined
      ? {}
      : { implementationHash: facts.implementationHash }),
  };
}

/** The provider whose order is paid. `undefined`: the transaction is Ferryman's own step. */
export function providerOf({ intent }: Pick<RuleRequest, 'intent'>): string | undefined {
  return intent.kind === 'approve' ? intent.provider : paidOrder(intent)?.provider;
}
