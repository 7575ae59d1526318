import type { GuardRequest, Intent } from '../../src/ports/guard.ts';
import { amount, spender, usdc } from './scenario.ts';

/** A swap's request for another intent, which its bytes are not in order for. */
export function asIntent(kind: Intent['kind'], request: GuardRequest): GuardRequest {
  return { ...request, intent: intentOf(kind, request) };
}

function intentOf(kind: Intent['kind'], { intent, unsigned }: GuardRequest): Intent {
  if (intent.kind !== 'swap' || !intent.order.transaction) throw new Error('not a swap');
  const { order } = intent;
  const transaction = intent.order.transaction;
  switch (kind) {
    case 'swap':
    case 'deposit':
      return { kind, order };
    case 'approve':
      return { kind, token: usdc, spender, value: amount };
    case 'revoke':
      return { kind, token: usdc, spender };
    case 'cancel':
      return { kind };
    case 'boost':
      return { kind, parent: { txId: '5e'.repeat(32), fee: unsigned.fee } };
    case 'refund':
      return { kind, transaction, minBack: 1n };
    case 'claim':
      return { kind, transaction, minOut: 1n };
  }
}
