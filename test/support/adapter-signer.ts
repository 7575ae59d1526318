import type { ChainAdapter } from '../../src/ports/chain-adapter.ts';
import type { Signer } from '../../src/ports/signer.ts';

/** A signer that judges nothing, for tests of what happens around a signature. */
export function adapterSigner(adapter: unknown): Signer {
  const { sign } = adapter as Pick<ChainAdapter, 'sign'>;
  return {
    sign: async ({ unsigned }) => ({
      kind: 'signed',
      signed: await sign(unsigned, undefined as never, 'key'),
    }),
  };
}
