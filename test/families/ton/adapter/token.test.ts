import { createHash } from 'node:crypto';
import { beginCell, type Cell, Dictionary } from '@ton/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { USDT } from '../../../../sandbox/ton/ton-catalogue.ts';
import { friendlyTonAddress } from '../../../../src/families/ton/formats/address.ts';
import { type LocalChain, startLocalChain } from './local-chain.ts';
import { lyingFetch } from './lying-fetch.ts';

const address = USDT.minter.toRawString();
const text = (value: string): Cell => beginCell().storeUint(0, 8).storeStringTail(value).endCell();

/** TEP-64, all on the chain. */
function onChain(properties: Record<string, string | Cell>): Cell {
  const entries = Dictionary.empty(Dictionary.Keys.Buffer(32), Dictionary.Values.Cell());
  for (const [name, value] of Object.entries(properties)) {
    entries.set(
      createHash('sha256').update(name).digest(),
      typeof value === 'string' ? text(value) : value,
    );
  }
  return beginCell().storeUint(0, 8).storeDict(entries).endCell();
}

const page = 'https://tokens.test/usdt.json';
const offChain = beginCell().storeUint(1, 8).storeStringTail(page).endCell();

describe('a jetton of TON', () => {
  let local: LocalChain;
  beforeAll(async () => {
    local = await startLocalChain();
  });
  afterAll(() => local.close());

  /** As its minter would say it with this content. */
  const tokenWith = (content: Cell) =>
    local
      .adapter({
        fetch: lyingFetch({
          runGetMethod: (result) => {
            const told = result as { stack: unknown[] };
            const stack = told.stack.with(3, [
              'cell',
              { bytes: content.toBoc().toString('base64') },
            ]);
            return { ...told, stack };
          },
        }),
      })
      .token(address);

  it('says its symbol and decimals itself, whatever form its address has', async () => {
    const adapter = local.adapter();
    const expected = { address, symbol: 'USDT', decimals: 6 };
    expect(await adapter.token(address)).toEqual(expected);
    expect(await adapter.token(friendlyTonAddress(address, { bounceable: true }))).toEqual(
      expected,
    );
  });

  it('has nine decimals where it says everything on the chain and nothing of these', async () => {
    expect(await tokenWith(onChain({ symbol: 'NINE' }))).toEqual({
      address,
      symbol: 'NINE',
      decimals: 9,
    });
  });

  it('has the decimals that it says on the chain, though the rest stands elsewhere', async () => {
    const shown = `${address.slice(2, 6)}…${address.slice(-4)}`;
    expect(await tokenWith(onChain({ uri: page, decimals: '6' }))).toEqual({
      address,
      symbol: shown,
      decimals: 6,
    });
  });

  it.each([
    ['on a page of the web', offChain],
    ['perhaps on a page of the web', onChain({ symbol: 'USDT', uri: page })],
    ['in words', onChain({ decimals: 'six' })],
    ['as more than there can be', onChain({ decimals: '256' })],
    [
      'in a form that is not understood',
      onChain({ decimals: beginCell().storeUint(2, 8).endCell() }),
    ],
    ['in something that is no content', beginCell().endCell()],
  ])('is refused where it says its decimals %s', async (_, content) => {
    await expect(tokenWith(content)).rejects.toMatchObject({ code: 'UNKNOWN_TOKEN' });
  });

  it('is not shown with signs that move what stands around them', async () => {
    expect(await tokenWith(onChain({ symbol: 'U\u202eSD\n', decimals: '6' }))).toMatchObject({
      symbol: 'USD',
    });
  });
});
