import { beginCell, type Cell, comment } from '@ton/core';
import { describe, expect, it } from 'vitest';
import { readRouterMessages } from '../../../../src/families/ton/adapter/router-messages.ts';
import { friendlyTonAddress } from '../../../../src/families/ton/formats/address.ts';
import type { TonMessage } from '../../../../src/families/ton/formats/transaction.ts';

const pool = '0:cd4eb85646333c6cdacbd9c1d73254f5ef7f5fd1a69c0870a0c45ad2824505f7';
const amount = 10_300_000_000n;
const boc = (cell: Cell, options = {}): string => cell.toBoc(options).toString('base64');
const stateInit = beginCell()
  .storeUint(0, 2)
  .storeMaybeRef(comment('code'))
  .storeMaybeRef(comment('data'))
  .storeBit(false)
  .endCell();
const deployed = `0:${stateInit.hash().toString('hex')}`;

const read = (...messages: TonMessage[]) =>
  readRouterMessages(messages, { version: 'v4r2', isTestNetwork: false });

describe('the messages of a routing service', () => {
  it('are those that the wallet sends', () => {
    const payload = comment('swap');
    const [first, second] = read(
      { address: pool, value: amount, payload: boc(payload) },
      { address: pool, value: 0n },
    );
    expect(first).toMatchObject({ destination: pool, value: amount, stateInit: undefined });
    expect(first!.body.equals(payload)).toBe(true);
    expect(second!.body.bits.length).toBe(0);
  });

  it('bounce unless the address says otherwise', () => {
    const bounces = (address: string): boolean => read({ address, value: amount })[0]!.bounce;
    expect(bounces(pool)).toBe(true);
    expect(bounces(friendlyTonAddress(pool, { bounceable: true }))).toBe(true);
    expect(bounces(friendlyTonAddress(pool, { bounceable: false }))).toBe(false);
  });

  it('bounce where they bring the code of their destination', () => {
    const address = friendlyTonAddress(deployed, { bounceable: false });
    const [message] = read({ address, value: amount, stateInit: boc(stateInit) });
    expect(message).toMatchObject({ destination: deployed, bounce: true });
    expect(message!.stateInit!.equals(stateInit)).toBe(true);
  });

  it.each(['usual', 'URL', 'without padding', 'with an index and a checksum'])(
    'are read in base64: %s',
    (form) => {
      const payload = beginCell()
        .storeUint(0xfbff, 16)
        .storeRef(comment('x'.repeat(120)))
        .endCell();
      const text = boc(payload, {
        idx: form === 'with an index and a checksum',
        crc32: form === 'with an index and a checksum',
      });
      const forms: Record<string, string> = {
        URL: text.replaceAll('+', '-').replaceAll('/', '_'),
        'without padding': text.replaceAll('=', ''),
      };
      expect(
        read({ address: pool, value: amount, payload: forms[form] ?? text })[0]!.body.equals(
          payload,
        ),
      ).toBe(true);
    },
  );

  const nested = (depth: number): Cell =>
    Array.from({ length: depth }).reduce<Cell>(
      (inner) => beginCell().storeRef(inner).endCell(),
      comment('end'),
    );
  /** A tree whose cells all differ: one below the other, four at a time. */
  const many = (count: number): Cell => {
    let cells = Array.from({ length: count }, (_, index) =>
      beginCell().storeUint(index, 32).endCell(),
    );
    while (cells.length > 1) {
      cells = Array.from({ length: Math.ceil(cells.length / 4) }, (_, index) => {
        const builder = beginCell().storeUint(index, 32);
        for (const child of cells.slice(4 * index, 4 * index + 4)) builder.storeRef(child);
        return builder.endCell();
      });
    }
    return cells[0]!;
  };
  /** A library cell: its type, and a hash. */
  const library = beginCell().storeUint(2, 8).storeUint(0, 256).endCell({ exotic: true });
  const good = comment('swap').toBoc({ idx: false, crc32: false });
  const twoRoots = Buffer.from(good);
  twoRoots[7] = 2;
  const bytes = (text: Buffer): string => text.toString('base64');

  it.each<[string, TonMessage[]]>([
    ['none at all', []],
    ['five of them for a V4', Array.from({ length: 5 }, () => ({ address: pool, value: amount }))],
    [
      'an address of a test network',
      [{ address: friendlyTonAddress(pool, { bounceable: true, testOnly: true }), value: amount }],
    ],
    ['a wrong address', [{ address: pool.slice(1), value: amount }]],
    ['less than nothing', [{ address: pool, value: -1n }]],
    ['more than there can be', [{ address: pool, value: 1n << 120n }]],
    ['no base64', [{ address: pool, value: amount, payload: 'swap!' }]],
    ['an empty payload', [{ address: pool, value: amount, payload: '' }]],
    [
      'no cells',
      [{ address: pool, value: amount, payload: bytes(Buffer.from('swap please, thanks')) }],
    ],
    ['20,000 cells', [{ address: pool, value: amount, payload: boc(many(15_000)) }]],
    ['1,000 small cells', [{ address: pool, value: amount, payload: boc(many(750)) }]],
    ['cells 65 deep', [{ address: pool, value: amount, payload: boc(nested(65)) }]],
    [
      'a library’s cell',
      [{ address: pool, value: amount, payload: boc(beginCell().storeRef(library).endCell()) }],
    ],
    [
      'a byte behind the end',
      [{ address: pool, value: amount, payload: bytes(Buffer.concat([good, Buffer.of(0)])) }],
    ],
    ['a byte missing', [{ address: pool, value: amount, payload: bytes(good.subarray(0, -1)) }]],
    ['two roots', [{ address: pool, value: amount, payload: bytes(twoRoots) }]],
    [
      'a state init of another account',
      [{ address: pool, value: amount, stateInit: boc(stateInit) }],
    ],
  ])('are refused with %s', (_what, messages) => {
    expect(() => read(...messages)).toThrow(expect.objectContaining({ code: 'ROUTER_MALFORMED' }));
  });

  it('may be more on a wallet that sends more', () => {
    const five = Array.from({ length: 5 }, () => ({ address: pool, value: amount }));
    expect(readRouterMessages(five, { version: 'v5r1', isTestNetwork: false })).toHaveLength(5);
  });

  it('are refused with a payload of two cells of which one belongs to nothing', () => {
    const alone = Buffer.from(good);
    const header = 11;
    const cell = good.subarray(header);
    const doubled = Buffer.concat([alone.subarray(0, header), cell, cell]);
    doubled[6] = 2;
    doubled[9] = 2 * cell.length;
    const payload = bytes(doubled);
    expect(() => read({ address: pool, value: amount, payload })).toThrow(
      /do not belong to the root/,
    );
  });
});
