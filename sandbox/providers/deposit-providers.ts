import { CHAIN_NAMES, EVM_CHAIN_NAMES } from '../chains/chain-catalogue.ts';
import type { PlaceName } from '../endpoints.ts';

/** How one provider that is paid by a plain transfer behaves, always the same. */
export interface DepositProvider {
  /** What the provider keeps of the converted amount. */
  readonly feeBps: bigint;
  readonly durationInMinutes: number;
  /** True for one that is used only where the request prefers it. */
  readonly onlyIfPreferred: boolean;
  /**
   * The chains on which orders are told apart by a memo, and all paid to one address; on all others
   * each has its own address.
   */
  readonly pooledOn: readonly PlaceName[];
  /** What becomes of money that was paid in as ordered. */
  readonly ending: 'pay' | 'give-back';
  /**
   * What becomes of a payment for an order that differs from it: too much, too little, too late,
   * another token.
   */
  readonly onMismatch: 'keep' | 'give-back';
  /** What it wants for an order of 10,000. */
  readonly asksBps: bigint;
  /** An order has run out when it is made: whatever comes is too late. */
  readonly runsOutAtOnce: boolean;
  /** Every order has this one; undefined: each its own. */
  readonly exchangeId?: string;
  /** The member of `uniqueInfo` (2.6) that shows the exchange's id. */
  readonly uniqueInfoKey: string;
}

const honest = {
  durationInMinutes: 5,
  onlyIfPreferred: false,
  pooledOn: [],
  ending: 'pay',
  onMismatch: 'keep',
  asksBps: 10_000n,
  runsOutAtOnce: false,
} as const;
const peculiar = { ...honest, feeBps: 30n, onlyIfPreferred: true } as const;

export const DEPOSIT_PROVIDER_IDS = [
  'changenow',
  'simple_swap',
  'exolix',
  'stealthex',
  'quickex',
  'changelly',
  'change_hero',
] as const;

export type DepositProviderId = (typeof DEPOSIT_PROVIDER_IDS)[number];

/** By which role the account goes to which all orders of a provider are paid, where one is. */
export function pooledRole(id: DepositProviderId): string {
  return `${id} deposits`;
}

export const DEPOSIT_PROVIDERS: Readonly<Record<DepositProviderId, DepositProvider>> = {
  changenow: { ...honest, feeBps: 40n, uniqueInfoKey: 'changenowId' },
  simple_swap: {
    ...honest,
    feeBps: 50n,
    // Transactions of the EVM have no memo.
    pooledOn: CHAIN_NAMES.filter(
      (name) => !(EVM_CHAIN_NAMES as readonly PlaceName[]).includes(name),
    ),
    uniqueInfoKey: 'simpleSwapId',
  },
  exolix: { ...peculiar, ending: 'give-back', onMismatch: 'give-back', uniqueInfoKey: 'exolixId' },
  stealthex: { ...peculiar, runsOutAtOnce: true, uniqueInfoKey: 'stealthexId' },
  quickex: { ...peculiar, asksBps: 10_100n, uniqueInfoKey: 'quickexId' },
  changelly: { ...peculiar, pooledOn: CHAIN_NAMES, uniqueInfoKey: 'changellyId' },
  change_hero: { ...peculiar, exchangeId: 'ch5f2a7c9e01', uniqueInfoKey: 'changeHeroId' },
};
