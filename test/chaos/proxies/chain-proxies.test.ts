import { expect, it } from 'vitest';
import type { NodeLanguage } from './chain-proxies.ts';
import { createLiar } from './liar.ts';
import { startBefore } from './start-before.ts';

/** Every request looks for a transaction, and is answered in a word. */
const language: NodeLanguage = {
  eventsOf: () => ['rpc getTransaction'],
  createLiar: () =>
    createLiar({
      readHeads: async () => 'old',
      tell: async ({ how, heads }) => ({ status: 200, headers: {}, body: `${how}: ${heads}` }),
    }),
  payments: () => ({
    paymentIn: () => undefined,
    blockOf: async () => undefined,
    readHeight: async () => 0,
  }),
};

const lieAt = (nth: number, requests: number) =>
  ({ fault: { kind: 'lie', how: 'behind', requests }, at: 'rpc getTransaction', nth }) as const;

it('has an endpoint lie for as many requests as the fault says, the one that it strikes included', async () => {
  const { urls } = await startBefore('ETH', language, () => 'the truth', lieAt(2, 3));
  const told: string[] = [];
  for (let count = 0; count < 5; count += 1) told.push(await ask(urls[0]));
  expect(told).toEqual(['the truth', 'behind: old', 'behind: old', 'behind: old', 'the truth']);
});

it('has one of the two lie at a time', async () => {
  const { urls } = await startBefore('ETH', language, () => 'the truth', lieAt(1, 9), lieAt(3, 9));
  const told: string[] = [];
  for (const url of [urls[0], urls[0], urls[1], urls[0], urls[1]]) told.push(await ask(url));
  expect(told).toEqual(['behind: old', 'behind: old', 'behind: old', 'the truth', 'behind: old']);
});

async function ask(url: string | undefined): Promise<string> {
  return (await fetch(url ?? '', { method: 'POST', body: 'where is it?' })).text();
}
