import { CHAIN_NAMES, EVM_CHAIN_NAMES } from '../chains/chain-catalogue.ts';
import type { PlaceName } from '../endpoints.ts';

/** The fixed behaviour of one provider that takes plain transfers. */
export interface DepositProvider {
  /** What the provider keeps of the converted amount. */
  readonly feeBps: bigint;
  readonly durationInMinutes: number;
  /** True if only requests that prefer the provider use it. */
  readonly onlyIfPreferred: boolean;
  /**
   * The chains on which all orders share one address and differ by memo. On the others each order
   * has its own address.
   */
  readonly pooledOn: readonly PlaceName[];
  /** The ending of an order that was paid in as ordered. */
  readonly ending: 'pay' | 'give-back';
  /**
   * What happens to a payment that differs from its order: too much, too little, too late, another
   * token.
   */
  readonly onMismatch: 'keep' | 'give-back';
  /** The amount that it requests for an order of 10,000. */
  readonly asksBps: bigint;
  /** True if orders expire when they are made, so that every payment is late. */
  readonly runsOutAtOnce: boolean;
  /** The exchange id of every order. Undefined: each order has its own. */
  readonly exchangeId?: string;
  /** The member of `uniqueInfo` (2.6) with the exchange's id. */
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

/** The role of the account that a provider's orders share on pooled chains. */
export function pooledRole(id: DepositProviderId): string {
  return `${id} deposits`;
}

export const DEPOSIT_PROVIDERS: Readonly<Record<DepositProviderId, DepositProvider>> = {
  changenow: { ...honest, feeBps: 40n, uniqueInfoKey: 'changenowId' },
  simple_swap: {
    ...honest,
    feeBps: 50n,
    // EVM transactions have no memo.
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
