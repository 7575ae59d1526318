import type { ChainHead, Inclusion } from '../../../core/swap/swap.ts';
import type { ObservedAttempt } from '../../../ports/chain-observation.ts';
import type { EvmChain } from '../formats/chain.ts';
import type { Endpoint } from './endpoint.ts';
import { readNonce } from './nonce.ts';
import { requireAccount } from './require-account.ts';

/**
 * Milliseconds that pass at least between two questions for the nonce of an account, however fast
 * blocks come.
 */
const leastPause = 4_000;

interface Observed {
  head: ChainHead;
  attempts: readonly ObservedAttempt[];
  inclusions: ReadonlyMap<string, Inclusion>;
  accounts: readonly string[];
}

/** What an endpoint told of an account. */
interface Told {
  final: bigint;
  nonce: bigint;
  /** The question before had the same answer, or was asked for the sake of this one. */
  isConfirmed: boolean;
}

/** Reads the nonces of accounts at the final block, of those only that are due. */
export interface FinalNonces {
  read(endpoint: Endpoint, observed: Observed): Promise<Map<string, bigint>>;
}

/**
 * A final nonce says what no receipt says: that a lease is used up though its attempts are in no
 * block, or that it is not though one was final. The first is proven before anything is done about
 * it, and at one host its proof takes half the depth of a final block more. So an account is asked
 * for once in that time, and again at the next look where the answer is a new one: an endpoint that
 * was wrong about it makes leases look used up. The second is asked for at once. An account of
 * which no attempt is named is asked for each time.
 */
export function createFinalNonces({ proofDepth, blockTimeMs }: EvmChain): FinalNonces {
  const pause = BigInt(Math.ceil(Math.max(proofDepth / 2, leastPause / blockTimeMs)));
  const reportedOf = new Map<string, Told>();

  /**
   * Whether the last answer does not do. A final block before its own: one of the two was told
   * wrongly.
   */
  function isOutdated(account: string, final: bigint): boolean {
    const told = reportedOf.get(account);
    return !told?.isConfirmed || final < told.final || final >= told.final + pause;
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
      const named = new Set(attempts.map(({ account }) => account));
      const hasLeft = ({ txId, inclusion }: ObservedAttempt): boolean =>
        inclusion?.status === 'final' && !isInBlock(inclusions.get(txId));
      const left = new Set(attempts.filter(hasLeft).map(({ account }) => account));
      const due = [...new Set(accounts)].filter(
        (account) => !named.has(account) || left.has(account) || isOutdated(account, final),
      );
      return new Map(await Promise.all(due.map(read)));
    },
  };
}

function isInBlock(inclusion: Inclusion | undefined): boolean {
  return inclusion !== undefined && 'block' in inclusion;
}
