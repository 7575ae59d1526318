import { EVM_CHAIN_NAMES } from '../../sandbox/chains/chain-catalogue.ts';
import type { SandboxChainName } from '../../sandbox/endpoints.ts';
import {
  DEPOSIT_PROVIDERS,
  type DepositProviderId,
} from '../../sandbox/providers/deposit-providers.ts';
import type { Random } from './random.ts';

/** What becomes of a job whose order is paid by deposit, as far as that is its provider's doing. */
export type DepositFate =
  /** The receiver is paid. */
  | 'paid-out'
  /** The money comes back by itself. */
  | 'given-back'
  /** The provider keeps what it is paid: a person has to ask for it. */
  | 'kept'
  /** What the order wants nobody may pay. */
  | 'unpayable'
  /**
   * Its number is that of every other order of the provider, so that one of them all may be paid.
   */
  | 'one-of-all';

/**
 * Of ten jobs, those of a small run first: a run of six has no provider that leaves anything to a
 * person.
 */
const providers: readonly (DepositProviderId | 'peculiar')[] = [
  'changenow',
  'simple_swap',
  'changenow',
  'simple_swap',
  'exolix',
  'simple_swap',
  'changenow',
  'changelly',
  'peculiar',
  'changenow',
];
const peculiar: readonly DepositProviderId[] = ['stealthex', 'quickex', 'change_hero'];

/** Mostly those that do what they say. */
export function pickDepositProvider(index: number, random: Random): DepositProviderId {
  const picked = providers[index] ?? random.pick(providers);
  return picked === 'peculiar' ? random.pick(peculiar) : picked;
}

/** By what the sandbox has the provider do. */
export function depositFateOn(chain: SandboxChainName, id: DepositProviderId): DepositFate {
  const { asksBps, pooledOn, exchangeId, runsOutAtOnce, ending } = DEPOSIT_PROVIDERS[id];
  const asksOtherAmount = asksBps !== 10_000n;
  const asksImpossibleMemo =
    (EVM_CHAIN_NAMES as readonly SandboxChainName[]).includes(chain) && pooledOn.includes(chain);
  if (asksOtherAmount || asksImpossibleMemo) return 'unpayable';
  if (exchangeId !== undefined) return 'one-of-all';
  if (runsOutAtOnce) return 'kept';
  return ending === 'pay' ? 'paid-out' : 'given-back';
}
