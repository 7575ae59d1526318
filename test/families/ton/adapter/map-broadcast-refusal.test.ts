import { describe, expect, it } from 'vitest';
import { mapBroadcastRefusal } from '../../../../src/families/ton/adapter/map-broadcast-refusal.ts';

const notAccepted =
  'LITE_SERVER_UNKNOWN: cannot apply external message to current state : External message was not accepted';
const by = 'cannot run message on account: inbound external message rejected by';

describe('what a node says to an external message', () => {
  it.each([
    [`${notAccepted}: ${by} transaction AB12:\nexitcode=33, steps=10, gas_used=0`, 'lease_used'],
    [`${notAccepted}\n${by} transaction AB12:\nexitcode=133, steps=10`, 'lease_used'],
    [`${notAccepted}: ${by} transaction AB12:\nexitcode=36, steps=10`, 'expired'],
    [`${notAccepted}: ${by} transaction AB12:\nexitcode=136, steps=10`, 'expired'],
    [`${notAccepted}: ${by} transaction AB12:\nexitcode=35, steps=10`, 'rejected'],
    [`${notAccepted}: ${by} transaction AB12:\nexitcode=135, steps=10`, 'rejected'],
    [`${notAccepted}: ${by} account AB12 before smart-contract execution`, 'insufficient_funds'],
    ['LITE_SERVER_UNKNOWN: cannot send external message : duplicate message', 'already_known'],
    [`${notAccepted}: ${by} transaction AB12:\nexitcode=9, steps=10`, 'unknown'],
    ['LITE_SERVER_NETWORK: timeout', 'unknown'],
  ])('%s', (said, kind) => {
    expect(mapBroadcastRefusal(said).kind).toBe(kind);
  });
});
