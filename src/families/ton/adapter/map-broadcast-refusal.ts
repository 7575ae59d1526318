import type { BroadcastOutcome } from '../../../ports/chain-adapter.ts';

/*
 * What a node says to an external message that it does not take, as toncenter passes it on:
 * `LITE_SERVER_UNKNOWN: cannot apply external message to current state : External message was not
 * accepted: …: exitcode=33, steps=…`, older ones with a line break in it. The exit codes are the
 * wallet contracts' own. Only a refusal that we understand is one: after any other the message may
 * have been passed on.
 */

/** Of V4R2 (`wallet-v4-code.fc`) and of V5R1 (`wallet_v5.fc`). */
const exitCodes: Readonly<Record<number, 'lease_used' | 'rejected' | 'expired'>> = {
  33: 'lease_used',
  133: 'lease_used',
  34: 'rejected',
  134: 'rejected',
  35: 'rejected',
  135: 'rejected',
  36: 'expired',
  136: 'expired',
};

export function mapBroadcastRefusal(said: string): BroadcastOutcome {
  const message = said.replace(/[^\p{L}\p{N}\p{P}\p{S} ]/gu, ' ').slice(0, 300);
  if (/duplicate message/i.test(message)) return { kind: 'already_known' };
  const code = Number(/exitcode=(-?\d+)/.exec(message)?.[1] ?? Number.NaN);
  const kind = exitCodes[code];
  if (kind !== undefined) return { kind, message };
  // Before the contract runs: nobody is there who pays for it.
  if (/before smart-contract execution/i.test(message))
    return { kind: 'insufficient_funds', message };
  return { kind: 'unknown', message };
}
