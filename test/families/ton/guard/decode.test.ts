import { Address, beginCell, Cell, comment } from '@ton/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  encodeWalletMessage,
  type OutgoingMessage,
} from '../../../../src/families/ton/adapter/wallet-message.ts';
import { bocHex } from '../../../../src/families/ton/formats/boc.ts';
import { tonWalletVersions } from '../../../../src/families/ton/formats/wallet-versions.ts';
import {
  decodeTon,
  jettonsOut,
  type TonContent,
} from '../../../../src/families/ton/guard/decode.ts';

/** The fixtures' pool and attacker (0:…), and a jetton wallet of the treasury. */
const pool = '0:cd4eb85646333c6cdacbd9c1d73254f5ef7f5fd1a69c0870a0c45ad2824505f7';
const attacker = '0:eb79180f9067ad7d49cdd9e42064f167a9739c082cce23608c2183ecc39e765d';
const treasury = `0:${'aa'.repeat(32)}`;
const jettonWallet = `0:${'bb'.repeat(32)}`;
const nothing = beginCell().endCell();
const init = beginCell()
  .storeUint(0, 2)
  .storeMaybeRef(comment('code'))
  .storeMaybeRef(nothing)
  .storeBit(false)
  .endCell();

interface Transfer {
  operation?: number;
  amount?: bigint;
  destination?: string;
  responseDestination?: string;
  forwardAmount?: bigint;
}

function transferBody({
  operation = 0x0f8a7ea5,
  amount = 100_000_000n,
  destination = pool,
  responseDestination = treasury,
  forwardAmount = 250_000_000n,
}: Transfer = {}): Cell {
  return beginCell()
    .storeUint(operation, 32)
    .storeUint(1, 64)
    .storeCoins(amount)
    .storeAddress(Address.parseRaw(destination))
    .storeAddress(Address.parseRaw(responseDestination))
    .storeBit(false)
    .storeCoins(forwardAmount)
    .storeBit(true)
    .storeRef(comment('swap'))
    .endCell();
}

const toJettonWallet = (body: Cell, value = 300_000_000n): OutgoingMessage => ({
  destination: jettonWallet,
  bounce: true,
  value,
  body,
  stateInit: undefined,
});
const toPool: OutgoingMessage = {
  destination: pool,
  bounce: true,
  value: 10_300_000_000n,
  body: comment('swap'),
  stateInit: undefined,
};

const head = { walletId: 0x7fffff11, validUntil: 1_900_000_000, seqno: 7 };

describe.each(tonWalletVersions)('the bytes for a %s wallet', (version) => {
  const bytesOf = (...messages: OutgoingMessage[]): string =>
    bocHex(encodeWalletMessage({ version, ...head, messages }));
  const effectsOf = (...messages: OutgoingMessage[]): TonContent => {
    const decoded = decodeTon(bytesOf(...messages));
    if (!decoded.ok) throw new Error(decoded.fault);
    return decoded.content;
  };

  it('say which wallet is to do what until when', () => {
    const effects = effectsOf(toPool, toPool, toJettonWallet(transferBody()));
    expect(effects).toMatchObject({ family: 'ton', version, ...head, value: 20_900_000_000n });
    expect([...effects.coinsOut]).toEqual([
      [pool, 20_600_000_000n],
      [jettonWallet, 300_000_000n],
    ]);
    expect(effects.calls.map(({ mode, bounce, body }) => [mode, bounce, body.kind])).toEqual([
      [3, true, 'comment'],
      [3, true, 'comment'],
      [3, true, 'jetton_transfer'],
    ]);
    expect(effects.size).toBe(
      (bytesOf(toPool, toPool, toJettonWallet(transferBody())).length - 2) / 2,
    );
    expect(effects.cells).toBeGreaterThan(3);
  });

  it('show where jettons go, and the coins with them (N05)', () => {
    expect(jettonsOut(effectsOf(toPool, toJettonWallet(transferBody())))).toEqual([
      {
        jettonWallet,
        amount: 100_000_000n,
        destination: pool,
        responseDestination: treasury,
        forwardAmount: 250_000_000n,
        value: 300_000_000n,
        hasCustomPayload: false,
      },
    ]);
  });

  it.each<[string, OutgoingMessage, object]>([
    [
      'ton-03, another destination',
      toJettonWallet(transferBody({ destination: attacker })),
      { destination: attacker },
    ],
    [
      'ton-05, ten times the amount',
      toJettonWallet(transferBody({ amount: 1_000_000_000n })),
      { amount: 1_000_000_000n },
    ],
    [
      'ton-06, coins forwarded',
      toJettonWallet(transferBody({ forwardAmount: 40_000_000_000n }), 40_300_000_000n),
      { forwardAmount: 40_000_000_000n, value: 40_300_000_000n },
    ],
    [
      'ton-07, what is left over',
      toJettonWallet(transferBody({ responseDestination: attacker })),
      { responseDestination: attacker },
    ],
  ])('show what is wrong: %s', (_what, message, shown) => {
    expect(jettonsOut(effectsOf(message))).toMatchObject([shown]);
  });

  const burn = beginCell()
    .storeUint(0x595f07bc, 32)
    .storeUint(1, 64)
    .storeCoins(5)
    .storeAddress(null)
    .storeBit(false)
    .endCell();
  it.each([
    ['ton-09, a burn', burn, { kind: 'jetton_burn', amount: 5n }],
    [
      'ton-10, an NFT',
      transferBody({ operation: 0x5fcc3d14 }),
      { kind: 'unknown', operation: 0x5fcc3d14 },
    ],
    [
      'ton-12, a message of a wallet',
      beginCell().storeUint(0x7369676e, 32).endCell(),
      { kind: 'unknown', operation: 0x7369676e },
    ],
    [
      'ton-18, a comment over a transfer',
      beginCell()
        .storeUint(0, 32)
        .storeBuffer(Buffer.from('hi'))
        .storeRef(nothing)
        .storeRef(transferBody())
        .endCell(),
      { kind: 'unknown', operation: 0 },
    ],
  ])('show what a body asks for: %s', (_what, body, shown) => {
    const [call] = effectsOf(toJettonWallet(body)).calls;
    expect(call!.body).toMatchObject(shown);
    expect(call!.bodyHash).toBe(body.hash().toString('hex'));
  });

  it('show the code that a message brings (N06)', () => {
    const destination = `0:${init.hash().toString('hex')}`;
    const [call] = effectsOf({ ...toPool, destination, stateInit: init }).calls;
    expect(call!.stateInit).toEqual({
      hash: init.hash().toString('hex'),
      codeHash: comment('code').hash().toString('hex'),
    });
    expect(effectsOf(toPool).calls[0]!.stateInit).toBeUndefined();
    const elsewhere = decodeTon(bytesOf({ ...toPool, stateInit: init }));
    expect(elsewhere).toMatchObject({
      ok: false,
      fault: expect.stringContaining('the code of another account'),
    });
  });

  it('are read as the adapter wrote them, whatever is in them', () => {
    const message = fc.record({
      destination: fc.constantFrom(pool, attacker, `-1:${'cc'.repeat(32)}`),
      bounce: fc.boolean(),
      value: fc.bigInt({ min: 0n, max: (1n << 120n) - 1n }),
      body: fc.string({ maxLength: 150 }).map((text) => comment(text)),
      stateInit: fc.constant(undefined),
    });
    fc.assert(
      fc.property(fc.array(message, { minLength: 1, maxLength: 4 }), (messages) => {
        const { calls } = effectsOf(...messages);
        const seen = calls.map(({ destination, bounce, value, bodyHash }) => ({
          destination,
          bounce,
          value,
          bodyHash,
        }));
        expect(seen).toEqual(
          messages.map(({ destination, bounce, value, body }) => ({
            destination,
            bounce,
            value,
            bodyHash: body.hash().toString('hex'),
          })),
        );
      }),
      { numRuns: 50 },
    );
  });

  it('are refused where a bit of them is another, or they say something else then', () => {
    const cell = encodeWalletMessage({ version, ...head, messages: [toPool] });
    const good = JSON.stringify(effectsOf(toPool), (_name, value) =>
      typeof value === 'bigint' ? `${value}` : value,
    );
    for (let place = 0; place < cell.bits.length; place++) {
      const changed = beginCell()
        .storeBits(cell.bits.substring(0, place))
        .storeBit(!cell.bits.at(place));
      changed.storeBits(cell.bits.substring(place + 1, cell.bits.length - place - 1));
      for (const child of cell.refs) changed.storeRef(child);
      const decoded = decodeTon(bocHex(changed.endCell()));
      if (!decoded.ok) continue;
      expect(
        JSON.stringify(decoded.content, (_name, value) =>
          typeof value === 'bigint' ? `${value}` : value,
        ),
      ).not.toBe(good);
    }
  });

  it.each<[string, (good: Cell) => Cell]>([
    [
      'a bit behind the end',
      (good) => beginCell().storeSlice(good.beginParse()).storeBit(false).endCell(),
    ],
    [
      'a cell too many',
      (good) => beginCell().storeSlice(good.beginParse()).storeRef(nothing).endCell(),
    ],
    ['nothing', () => nothing],
    ['a transfer of jettons alone', () => transferBody()],
  ])('are refused with %s', (_what, change) => {
    const good = encodeWalletMessage({ version, ...head, messages: [toPool] });
    expect(decodeTon(bocHex(change(good))).ok).toBe(false);
  });

  it('are refused where they are no cells', () => {
    for (const bytes of ['0x', '0x00', 'te6cc', `${bytesOf(toPool)}00`])
      expect(decodeTon(bytes).ok).toBe(false);
    expect(decodeTon(bocHex(Cell.fromHex(bytesOf(toPool).slice(2)))).ok).toBe(true);
  });
});
