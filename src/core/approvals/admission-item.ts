import { assertNever } from '../assert-never.ts';
import type { ChainName, TokenAddress } from '../swap/chains.ts';
import { digestOfEnvelope, type PaymentEnvelope } from './payment-envelope.ts';

/**
 * What a person admits (law 10). An item without an entry in the guard's policy holds the swap.
 * Addresses are in the chain's canonical form.
 */
export type AdmissionItem =
  /**
   * A contract that a provider's orders call, or that gets an allowance for them, with the code that
   * was seen. `selector`: the called function, 4 bytes in hex. A spender has none.
   */
  | ({ kind: 'target' | 'spender'; selector?: string } & ContractItem)
  /** A function of which the policy does not tell whom it pays, or how much. */
  | ({ kind: 'function'; selector: string; lacks: FunctionLack } & ContractItem)
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
  | { kind: 'finding'; rule: string; what: string }
  /**
   * A payment that the policy's table wants approvals for. Passkeys admit it, and nothing else:
   * so many of these approvers have to sign the envelope.
   */
  | { kind: 'payment'; envelope: PaymentEnvelope; approvals: number; of: readonly string[] };

export interface ContractItem {
  chain: ChainName;
  address: string;
  /** Whose order names it. Absent: Ferryman's own step, or an allowance from before. */
  provider?: string;
  /** Keccak-256 of the code. Absent: the chain's nodes do not show it. */
  codeHash?: string;
  /** Of the contract that a proxy delegates to. Absent: it is no known kind of proxy. */
  implementationHash?: string;
}

/**
 * Why a function is not decoded. `calls`: selectors of the calls inside it that no descriptor
 * decodes, each once, in order. `number`: how the contract numbers the destination chain.
 */
export type FunctionLack =
  | { what: 'descriptor' | 'minimum' | 'token' | 'chain' | 'receiver' }
  | { what: 'number'; of: ChainName }
  | { what: 'calls'; selectors: readonly string[] };

export type AdmissionKind = AdmissionItem['kind'];

/**
 * Names an item. Equal items have equal keys. A contract with other code is another item, so an
 * upgrade is held again.
 */
export function keyOfItem(item: AdmissionItem): string {
  switch (item.kind) {
    case 'target':
    case 'spender':
      return keyOfContract(item, item.selector ?? '');
    case 'function':
      return keyOfContract(item, item.selector, ...lackKey(item.lacks));
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
    case 'payment':
      return [item.kind, digestOfEnvelope(item.envelope)].join('|');
    default:
      return assertNever(item, 'admission item');
  }
}

function keyOfContract(
  item: ContractItem & { kind: AdmissionKind },
  ...called: readonly string[]
): string {
  const { kind, chain, address, provider = '', codeHash = '', implementationHash = '' } = item;
  // The provider's name is the router's own text: last, so that it ends no other part early.
  return [kind, chain, address, codeHash, implementationHash, ...called, provider].join('|');
}

function lackKey(lacks: FunctionLack): string[] {
  switch (lacks.what) {
    case 'number':
      return [lacks.what, lacks.of];
    case 'calls':
      return [lacks.what, ...lacks.selectors];
    case 'descriptor':
    case 'minimum':
    case 'token':
    case 'chain':
    case 'receiver':
      return [lacks.what];
    default:
      return assertNever(lacks, 'lack');
  }
}
