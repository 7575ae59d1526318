import type { ChainAdapter } from '../../src/ports/chain-adapter.ts';
import type { Keys } from '../../src/ports/keys.ts';
import type { Signer } from '../../src/ports/signer.ts';

/**
 * A signer that judges nothing, for tests of what happens around a signature.
 * @param keys named by the addresses of their accounts
 */
export function adapterSigner(adapter: unknown, keys?: Keys): Signer {
  const { sign } = adapter as Pick<ChainAdapter, 'sign'>;
  return {
    sign: async ({ unsigned }) => ({
      kind: 'signed',
      signed: await sign(unsigned, keys as Keys, unsigned.account),
    }),
  };
}
