import type { ChainHead, Inclusion } from '../../../core/swap/swap.ts';
import type { ObservedAttempt } from '../../../ports/chain-observation.ts';
import type { EvmChain } from '../formats/chain.ts';
import type { Endpoint } from './endpoint.ts';
import { readNonce } from './nonce.ts';
import { requireAccount } from './require-account.ts';

/** Minimum milliseconds between two reads of an account's nonce, however fast blocks come. */
const leastPause = 4_000;

interface Observed {
  head: ChainHead;
  attempts: readonly ObservedAttempt[];
  inclusions: ReadonlyMap<string, Inclusion>;
  accounts: readonly string[];
}

/** What an endpoint answered about an account. */
interface NonceReading {
  final: bigint;
  nonce: bigint;
  /** The read before gave the same nonce, or was itself unconfirmed. */
  isConfirmed: boolean;
}

/** Reads accounts' nonces at the final block, but only those that are due. */
export interface FinalNonces {
  read(endpoint: Endpoint, observed: Observed): Promise<Map<string, bigint>>;
}

/**
 * A final nonce shows what receipts cannot: that a lease is used up although its attempts are in no
 * block, or that it is open although an attempt was final. The first needs a proof before anything
 * follows from it. With one host that proof takes another half of the final depth, so an account is
 * read only once in that time. A new answer is read again at the next poll, because a wrong nonce
 * makes leases look used up. The second case is read at once. An account without an attempt in this
 * poll is read each time.
 */
export function createFinalNonces({ proofDepth, blockTimeMs }: EvmChain): FinalNonces {
  const pause = BigInt(Math.ceil(Math.max(proofDepth / 2, leastPause / blockTimeMs)));
  const reportedOf = new Map<string, NonceReading>();

  /**
   * Whether the last answer must be read again. If the final block went back, one of the two
   * answers was wrong.
   */
  function isOutdated(account: string, final: bigint): boolean {
    const last = reportedOf.get(account);
    return !last?.isConfirmed || final < last.final || final >= last.final + pause;
  }

  return {
    async read(endpoint, { head, attempts, inclusions, accounts }) {
      const { final } = head;
      const read = async (account: string): Promise<[string, bigint]> => {
        const nonce = await readNonce(endpoint, requireAccount(account), final);
        const before = reportedOf.get(account);
        const isConfirmed = before !== undefined && (before.nonce === nonce || !before.isConfirmed);
        reportedOf.set(account, { final, nonce, isConfirmed });
        return [account, nonce];
      };
      const withAttempts = new Set(attempts.map(({ account }) => account));
      const isGone = ({ txId, inclusion }: ObservedAttempt): boolean =>
        inclusion?.status === 'final' && !isInBlock(inclusions.get(txId));
      const withGone = new Set(attempts.filter(isGone).map(({ account }) => account));
      const due = [...new Set(accounts)].filter(
        (account) =>
          !withAttempts.has(account) || withGone.has(account) || isOutdated(account, final),
      );
      return new Map(await Promise.all(due.map(read)));
    },
  };
}

function isInBlock(inclusion: Inclusion | undefined): boolean {
  return inclusion !== undefined && 'block' in inclusion;
}
