import type { RenderedTransaction } from '../common-chain.ts';

/*
 * A member `transaction` of the router's answers (2.5), which both occur in practice. A transaction
 * comes here as base64.
 */

export function asBase64(data: string): RenderedTransaction {
  return { data };
}

export function asHex(data: string): RenderedTransaction {
  return { data: `0x${Buffer.from(data, 'base64').toString('hex')}` };
}
