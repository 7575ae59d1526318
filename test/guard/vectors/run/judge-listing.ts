import { createRouterClient } from '../../../../src/router/create-router-client.ts';
import type { Outcome, Setting } from './base.ts';
import { insertInto } from './insert-into.ts';
import { applyPatch } from './json-patch.ts';
import { sizedWord } from './sized-word.ts';
import { openRouter } from './transport.ts';
import { CannotBuild } from './vector.ts';

const listing = [
  {
    id: 1,
    name: 'ETH',
    providers: { crossChain: ['across'], onChain: ['UNI_SWAP_V3'] },
    proxyAvailable: true,
    testnet: false,
    type: 'EVM',
  },
  {
    id: null,
    name: 'SOLANA',
    providers: { crossChain: [], onChain: ['jupiter'] },
    proxyAvailable: false,
    testnet: false,
    type: 'SOLANA',
  },
];

/** The router's list of chains through the client. Throws its errors. */
export async function judgeListing({ mutation }: Setting): Promise<Outcome> {
  const patches = (mutation.patch ?? []).map((one) =>
    'value' in one ? { ...one, value: filled(one.value) } : one,
  );
  const answer = applyPatch<unknown>(listing, patches);
  const text = insertInto(JSON.stringify(answer), mutation);
  const router = await openRouter(mutation, () => text);
  try {
    const { baseUrl, fetch } = router;
    await createRouterClient({ baseUrl, fetch, timeoutMs: 30_000 }).chains();
    return { kind: 'allow', rules: [] };
  } finally {
    await router.close();
  }
}

function filled(value: unknown): unknown {
  if (typeof value !== 'string' || !/^<.*>$/.test(value)) return value;
  const sized = sizedWord(value);
  if (sized === undefined) throw new CannotBuild(`${value} is not known`);
  return sized;
}
