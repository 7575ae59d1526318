import { ask, call } from './call.ts';
import { finalNonceOf, headOf, inclusionOf, progressDepth } from './chain.ts';
import { openAttempts, recordObservation } from './journal-proofs.ts';
import type { Process, World } from './world.ts';

/** `src/executor/observe-chain.ts`: one look at the chain for all open attempts. */
export function* observe(world: World): Process {
  const { journal, chain } = world;
  const { txIds, since } = yield* call('read swap', () => openAttempts(journal));
  if (txIds.length === 0) return;
  const observed = yield* ask('read chain', () => ({
    head: headOf(chain),
    attempts: new Map(txIds.map((txId) => [txId, inclusionOf(chain, txId)])),
    finalNonce: finalNonceOf(chain),
  }));
  yield* call('record observation', () =>
    recordObservation(journal, { ...observed, since }, progressDepth),
  );
}
