import type { BridgeId, PayerId } from '../chains/bridge-ids.ts';
import { CHAIN_NAMES, EVM_CHAIN_NAMES } from '../chains/chain-catalogue.ts';
import type { SandboxChainName } from '../endpoints.ts';
import type { SwapStatus } from './provider.ts';

/** The ending of an order that was paid in as ordered. */
type Ending =
  /** Pays the receiver as ordered. */
  | { readonly kind: 'pay'; readonly afterBlocks: bigint }
  /** Pays the receiver the same value in another token. The status calls this REVERTED. */
  | { readonly kind: 'pay-another-token' }
  /** Refunds the payer on the source chain, less a fee. */
  | { readonly kind: 'refund' }
  /** The gateway refunds once the refund endpoint's transaction is sent. */
  | { readonly kind: 'offer-refund' }
  /** Pays the receiver as ordered once the claim endpoint's transaction is sent. */
  | { readonly kind: 'offer-claim' }
  /** Keeps the money. */
  | { readonly kind: 'keep' };

/** The fixed behaviour of one cross-chain provider. */
export interface Bridge {
  /** What the provider keeps of the converted amount. */
  readonly feeBps: bigint;
  /** The routing service's share of the gateway's fixed fee. Default: none. */
  readonly protocolShareBps?: bigint;
  readonly durationInMinutes: number;
  readonly payer: PayerId;
  /** True if only requests that prefer the provider use it. */
  readonly onlyIfPreferred: boolean;
  readonly ending: Ending;
  /** The status from the deposit's block to the ending. With the ending `keep` it never changes. */
  readonly meanwhile: SwapStatus;
  /**
   * Number of blocks of the source chain after an accepted deposit in which the provider does not
   * report it.
   */
  readonly silentBlocks?: bigint;
  /** True if deposits wait until the control server releases them. */
  readonly held?: boolean;
  /** The chains that it serves. Default: all. */
  readonly chains?: readonly SandboxChainName[];
  /** The member of `uniqueInfo` (2.6) with the order's id, if the interface has one. */
  readonly uniqueInfoKey?: string;
}

const PAY_AT_ONCE: Ending = { kind: 'pay', afterBlocks: 0n };

const peculiar = {
  feeBps: 5n,
  durationInMinutes: 2,
  payer: 'others',
  onlyIfPreferred: true,
} as const;
const keeping = { ...peculiar, ending: { kind: 'keep' } } as const;
const holding = { ...peculiar, ending: PAY_AT_ONCE, held: true } as const;

/**
 * Times are in blocks, so they follow the sandbox's block interval: 10 blocks are 2 s by default.
 */
export const BRIDGES: Readonly<Record<BridgeId, Bridge>> = {
  across: {
    feeBps: 10n,
    protocolShareBps: 2_000n,
    durationInMinutes: 1,
    payer: 'across',
    onlyIfPreferred: false,
    ending: PAY_AT_ONCE,
    meanwhile: 'PENDING',
    uniqueInfoKey: 'acrossId',
  },
  relay: {
    feeBps: 25n,
    durationInMinutes: 2,
    payer: 'relay',
    onlyIfPreferred: false,
    ending: PAY_AT_ONCE,
    meanwhile: 'PENDING',
    uniqueInfoKey: 'relayId',
  },
  stargate_v2: {
    ...peculiar,
    ending: { kind: 'pay', afterBlocks: 10n },
    meanwhile: 'LONG_PENDING',
  },
  symbiosis: { ...peculiar, ending: { kind: 'refund' }, meanwhile: 'PENDING' },
  // The refund endpoint accepts no other chains.
  celer_bridge: {
    ...peculiar,
    ending: { kind: 'offer-refund' },
    meanwhile: 'PENDING',
    chains: EVM_CHAIN_NAMES,
  },
  arbitrum: {
    ...peculiar,
    ending: { kind: 'offer-claim' },
    meanwhile: 'PENDING',
    chains: ['ETH', 'ARBITRUM'],
  },
  multichain: {
    ...peculiar,
    ending: { kind: 'pay-another-token' },
    meanwhile: 'PENDING',
    // Bitcoin has only one token.
    chains: CHAIN_NAMES.filter((name) => name !== 'BITCOIN'),
  },
  xy: { ...keeping, meanwhile: 'FAIL' },
  orbiter_bridge: { ...peculiar, ending: PAY_AT_ONCE, meanwhile: 'NOT_FOUND', silentBlocks: 15n },
  wanchain_bridge: { ...keeping, meanwhile: 'INDETERMINATE' },
  router: { ...keeping, meanwhile: 'PENDING' },
  retro_bridge: { ...holding, meanwhile: 'KYC_REQUIRED', uniqueInfoKey: 'retroBridgeId' },
  xflows: { ...holding, meanwhile: 'WAITING_FOR_TRUSTLINE' },
  tele_swap: { ...holding, meanwhile: 'WAITING_FOR_REFUND_TRUSTLINE' },
  // It keeps the deposit and reports a false payout: bridge-status.ts.
  meson: { ...keeping, meanwhile: 'PENDING' },
};
