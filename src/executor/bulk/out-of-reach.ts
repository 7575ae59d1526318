import type { Job } from '../../core/swap/job.ts';
import type { Reason } from '../../core/swap/swap.ts';
import { toFerrymanError } from '../../errors/ferryman-error.ts';
import type { ApiKeyRecord } from '../../ports/stores/api-key-store.ts';
import { requireLiving, requireReach, requireScope } from '../authorize.ts';

/** Why a key may not change a swap of this job: its wallets and chains. */
export function outOfReach(key: ApiKeyRecord): (job: Job) => Reason | undefined {
  return (job) => faultOf(() => requireReach(key, job));
}

/** Why a key's bulk actions end: it is revoked, has expired, or may not submit any more. */
export function lostRights(key: ApiKeyRecord | undefined, now: number): Reason | undefined {
  if (!key) return { code: 'UNAUTHORIZED', message: 'its API key is not there any more' };
  return faultOf(() => {
    requireLiving(key, now);
    requireScope(key, 'submit');
  });
}

function faultOf(check: () => void): Reason | undefined {
  try {
    check();
    return undefined;
  } catch (cause) {
    const { code, message } = toFerrymanError(cause);
    return { code, message };
  }
}
