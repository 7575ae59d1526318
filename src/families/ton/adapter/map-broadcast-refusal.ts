import type { BroadcastOutcome } from '../../../ports/chain-adapter.ts';

/*
 * Maps a node's refusal of an external message, as toncenter passes it on:
 * `LITE_SERVER_UNKNOWN: cannot apply external message to current state : External message was not
 * accepted: …: exitcode=33, steps=…` (older nodes add a line break). The wallet contract defines
 * the exit codes. After an unknown refusal the node may still have relayed the message.
 */

/** Exit codes of V4R2 (`wallet-v4-code.fc`) and V5R1 (`wallet_v5.fc`). */
const exitCodes: Readonly<Record<number, 'lease_used' | 'rejected' | 'expired'>> = {
  33: 'lease_used',
  133: 'lease_used',
  34: 'rejected',
  132: 'rejected',
  134: 'rejected',
  35: 'rejected',
  135: 'rejected',
  36: 'expired',
  136: 'expired',
};

export function mapBroadcastRefusal(reason: string): BroadcastOutcome {
  const message = reason.replace(/[^\p{L}\p{N}\p{P}\p{S} ]/gu, ' ').slice(0, 300);
  if (/duplicate message/i.test(message)) return { kind: 'already_known' };
  if (/duplicate msg_seqno/i.test(message)) return { kind: 'lease_used', message };
  if (/failed to parse external message/i.test(message)) return { kind: 'rejected', message };
  const code = Number(/exitcode=(-?\d+)/.exec(message)?.[1] ?? Number.NaN);
  const kind = exitCodes[code];
  if (kind !== undefined) return { kind, message };
  // The account cannot pay for running its contract.
  if (/before smart-contract execution/i.test(message))
    return { kind: 'insufficient_funds', message };
  return { kind: 'unknown', message, refused: true };
}
