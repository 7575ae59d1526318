import { assertNever } from '../assert-never.ts';
import type { ChainName, TokenAddress } from '../swap/chains.ts';

/**
 * What a person admits (law 10). An item without an entry in the guard's policy holds the swap.
 * Addresses are in the chain's canonical form.
 */
export type AdmissionItem =
  /** A contract that a swap calls, or that gets an allowance, with the code that was seen. */
  | ({ kind: 'target' | 'spender' } & ContractItem)
  /** A function that no descriptor decodes: whom it pays is unknown. 4 bytes in hex. */
  | { kind: 'function'; chain: ChainName; address: string; selector: string }
  /** An account that gets coins or tokens, a called program, or a second signer (Solana, TON). */
  | { kind: 'destination' | 'program' | 'cosigner'; chain: ChainName; address: string }
  /** Who gets what the job buys, and where a provider returns what it cannot swap. */
  | { kind: 'receiver' | 'refund_address'; chain: ChainName; address: string }
  | { kind: 'provider'; provider: string }
  /** A provider whose deposit or vault addresses are always new, for one token. */
  | { kind: 'rotating_address'; chain: ChainName; token: TokenAddress; provider: string }
  /** A token that no list has, with the decimals that its chain shows. */
  | { kind: 'token'; chain: ChainName; token: TokenAddress; decimals: number }
  /** What one rule found in one swap, such as a warning. Never admitted for another swap. */
  | { kind: 'finding'; rule: string; what: string };

interface ContractItem {
  chain: ChainName;
  address: string;
  /** Keccak-256 of the code. Absent: the chain's nodes do not show it. */
  codeHash?: string;
  /** Of the contract that a proxy delegates to. Absent: it is no known kind of proxy. */
  implementationHash?: string;
}

export type AdmissionKind = AdmissionItem['kind'];

/**
 * Names an item. Equal items have equal keys. A contract with other code is another item, so an
 * upgrade is held again.
 */
export function keyOfItem(item: AdmissionItem): string {
  switch (item.kind) {
    case 'target':
    case 'spender': {
      const { kind, chain, address, codeHash = '', implementationHash = '' } = item;
      return [kind, chain, address, codeHash, implementationHash].join('|');
    }
    case 'function':
      return [item.kind, item.chain, item.address, item.selector].join('|');
    case 'destination':
    case 'program':
    case 'cosigner':
    case 'receiver':
    case 'refund_address':
      return [item.kind, item.chain, item.address].join('|');
    case 'provider':
      return [item.kind, item.provider].join('|');
    case 'rotating_address':
      return [item.kind, item.chain, item.token, item.provider].join('|');
    case 'token':
      return [item.kind, item.chain, item.token, item.decimals].join('|');
    case 'finding':
      return [item.kind, item.rule, item.what].join('|');
    default:
      return assertNever(item, 'admission item');
  }
}
