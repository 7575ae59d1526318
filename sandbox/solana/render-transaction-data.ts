import type { RenderedTransaction } from '../common-chain.ts';

/*
 * The two forms of the member `transaction` in the router's answers (2.5). Both occur in practice.
 * The input is base64.
 */

export function asBase64(data: string): RenderedTransaction {
  return { data };
}

export function asHex(data: string): RenderedTransaction {
  return { data: `0x${Buffer.from(data, 'base64').toString('hex')}` };
}
