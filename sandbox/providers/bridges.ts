import type { BridgeId, PayerId } from '../chains/bridge-ids.ts';
import { CHAIN_NAMES, EVM_CHAIN_NAMES } from '../chains/chain-catalogue.ts';
import type { SandboxChainName } from '../endpoints.ts';
import type { SwapStatus } from './provider.ts';

/** What becomes of the money that was paid in as ordered. */
type Ending =
  /** The receiver is paid what was ordered. */
  | { readonly kind: 'pay'; readonly afterBlocks: bigint }
  /** The receiver is paid the same value in another token; the status calls this REVERTED. */
  | { readonly kind: 'pay-another-token' }
  /** The payer gets it back on the source chain, less a fee. */
  | { readonly kind: 'refund' }
  /** The gateway gives it back once somebody sends the refund endpoint's transaction. */
  | { readonly kind: 'offer-refund' }
  /** The receiver gets what was ordered once somebody sends the claim endpoint's transaction. */
  | { readonly kind: 'offer-claim' }
  /** Nobody ever sees it again. */
  | { readonly kind: 'keep' };

/** How one cross-chain provider behaves, always the same. */
export interface Bridge {
  /** What the provider keeps of the converted amount. */
  readonly feeBps: bigint;
  /** The routing service's part of the gateway's fixed fee. Default: none. */
  readonly protocolShareBps?: bigint;
  readonly durationInMinutes: number;
  readonly payer: PayerId;
  /** True for one that is used only where the request prefers it. */
  readonly onlyIfPreferred: boolean;
  readonly ending: Ending;
  /**
   * The status from the deposit's block on, until the ending has come true; for ever where it is
   * kept.
   */
  readonly meanwhile: SwapStatus;
  /**
   * So many blocks of the source chain after it accepted a deposit, the provider knows nothing of
   * it.
   */
  readonly silentBlocks?: bigint;
  /** True where deposits wait until the control server releases them. */
  readonly held?: boolean;
  /** The chains between which it works, where these are not all. */
  readonly chains?: readonly SandboxChainName[];
  /** The member of `uniqueInfo` (2.6) that shows the order's id, if the interface has one. */
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
 * Times are in blocks, so that they follow the sandbox's block interval: 10 blocks are 2 s by
 * default.
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
  // The refund endpoint takes no other chains.
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
    // Bitcoin has one token alone.
    chains: CHAIN_NAMES.filter((name) => name !== 'BITCOIN'),
  },
  xy: { ...keeping, meanwhile: 'FAIL' },
  orbiter_bridge: { ...peculiar, ending: PAY_AT_ONCE, meanwhile: 'NOT_FOUND', silentBlocks: 15n },
  wanchain_bridge: { ...keeping, meanwhile: 'INDETERMINATE' },
  router: { ...keeping, meanwhile: 'PENDING' },
  retro_bridge: { ...holding, meanwhile: 'KYC_REQUIRED', uniqueInfoKey: 'retroBridgeId' },
  xflows: { ...holding, meanwhile: 'WAITING_FOR_TRUSTLINE' },
  tele_swap: { ...holding, meanwhile: 'WAITING_FOR_REFUND_TRUSTLINE' },
  // It keeps the deposit and lies about it: bridge-status.ts.
  meson: { ...keeping, meanwhile: 'PENDING' },
};
