import type { BroadcastOutcome } from '../../../ports/chain-adapter.ts';

/*
 * Maps bitcoind's refusals (src/rpc/protocol.h, src/validation.cpp, src/policy/rbf.cpp) as Esplora
 * passes them on: `sendrawtransaction RPC error: {"code":-26,"message":"min relay fee not met, 110
 * < 141"}`. After an unknown refusal the server may still have relayed the bytes.
 */

const messages: readonly [
  RegExp,
  Exclude<BroadcastOutcome['kind'], 'accepted' | 'already_known'>,
][] = [
  [
    /insufficient fee|fee not met|too many potential replacements|replacement-adds-unconfirmed/i,
    'underpriced',
  ],
  [/txn-mempool-conflict|missingorspent|missing inputs/i, 'lease_used'],
  [
    /script-verify-flag|bad-txns|bad-witness|dust|scriptpubkey|scriptsig|tx-size|non-final|non-BIP68-final|version|multi-op-return|datacarrier|decode failed/i,
    'rejected',
  ],
];

export function mapBroadcastRefusal(reason: string): BroadcastOutcome {
  const message = reason.replace(/[^\p{L}\p{N}\p{P}\p{S} ]/gu, ' ').slice(0, 300);
  // RPC_VERIFY_ALREADY_IN_UTXO_SET, or the mempool already has it.
  if (
    /(?:"code":|RPC error) *-27\b|already in (block chain|utxo set)|txn-already-(in-mempool|known)/i.test(
      message,
    )
  ) {
    return { kind: 'already_known' };
  }
  const kind = messages.find(([pattern]) => pattern.test(message))?.[1];
  return kind ? { kind, message } : { kind: 'unknown', message, refused: true };
}
