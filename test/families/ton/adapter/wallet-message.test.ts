import {
  Address,
  beginCell,
  type Cell,
  comment,
  type ExtraCurrency,
  external,
  internal,
  type MessageRelaxed,
  SendMode,
  storeMessage,
} from '@ton/core';
import { WalletContractV4, WalletContractV5R1 } from '@ton/ton';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  messageIdOf,
  readExternal,
  readUnsigned,
} from '../../../../src/families/ton/adapter/external-message.ts';
import { signWalletMessage } from '../../../../src/families/ton/adapter/sign.ts';
import {
  decodeWalletMessage,
  encodeWalletMessage,
  type OutgoingMessage,
  type WalletMessage,
} from '../../../../src/families/ton/adapter/wallet-message.ts';
import { bocHex } from '../../../../src/families/ton/formats/boc.ts';
import { tonNetworks } from '../../../../src/families/ton/formats/network.ts';
import { tonWalletAddress } from '../../../../src/families/ton/formats/wallet.ts';
import { tonWalletVersions } from '../../../../src/families/ton/formats/wallet-versions.ts';
import { aWallet, publicKey, secretKey, signDigest } from './key.ts';

const destination = '0:cd4eb85646333c6cdacbd9c1d73254f5ef7f5fd1a69c0870a0c45ad2824505f7';
const validUntil = 1_900_000_000;
const pay: OutgoingMessage = {
  destination,
  bounce: true,
  value: 1_500_000_000n,
  body: comment('hi'),
  stateInit: undefined,
};
const plain: OutgoingMessage = { ...pay, bounce: false, value: 0n, body: beginCell().endCell() };
const stateInit = beginCell()
  .storeUint(0, 2)
  .storeMaybeRef(comment('code'))
  .storeMaybeRef(comment('data'))
  .storeBit(false)
  .endCell();
const deploying: OutgoingMessage = {
  ...pay,
  destination: `0:${stateInit.hash().toString('hex')}`,
  stateInit,
};

const v4 = WalletContractV4.create({ workchain: 0, publicKey });
const v5 = WalletContractV5R1.create({
  publicKey,
  walletId: { networkGlobalId: tonNetworks.mainnet },
});
const contracts = { v4r2: v4, v5r1: v5 };

/** Cells are the same where their hashes are. */
function shown({ messages, ...rest }: WalletMessage): unknown {
  return {
    ...rest,
    messages: messages.map(({ body, stateInit: init, ...one }) => ({
      ...one,
      body: `${body}`,
      stateInit: `${init}`,
    })),
  };
}

function messageOf(
  version: WalletMessage['version'],
  messages: readonly OutgoingMessage[],
  seqno = 7,
): WalletMessage {
  return { version, walletId: aWallet(version).walletId, validUntil, seqno, messages };
}

/** What @ton/ton makes of the same, signed. */
function bodyOfLibrary(
  { version, seqno, messages }: WalletMessage,
  mode: number = 3,
  extra?: ExtraCurrency,
): Cell {
  const args = {
    seqno,
    secretKey,
    timeout: validUntil,
    sendMode: mode,
    messages: messages.map(({ destination: to, bounce, value, body, stateInit: init }) =>
      internal({
        to: Address.parse(to),
        bounce,
        value,
        body,
        ...(init ? { init: { code: init.refs[0]!, data: init.refs[1]! } } : {}),
        ...(extra ? { extracurrency: extra } : {}),
      } satisfies Parameters<typeof internal>[0]),
    ) satisfies MessageRelaxed[],
  };
  return version === 'v4r2'
    ? v4.createTransfer(args)
    : v5.createTransfer({ ...args, authType: 'external' });
}

function externalOf(version: WalletMessage['version'], body: Cell, deploys = false): Cell {
  const { address, init } = contracts[version];
  return beginCell()
    .store(storeMessage(external({ to: address, body, ...(deploys ? { init } : {}) })))
    .endCell();
}

/** What a body of the library's has beside its signature. */
function signedPart(version: WalletMessage['version'], body: Cell): Cell {
  const slice = body.beginParse();
  if (version === 'v4r2') return slice.skip(512).asCell();
  const part = beginCell().storeBits(slice.loadBits(body.bits.length - 512));
  for (const child of body.refs) part.storeRef(child);
  return part.endCell();
}

describe.each(tonWalletVersions)('a message of a %s wallet', (version) => {
  it.each([
    ['one message', [pay]],
    ['several', [pay, plain, deploying, pay]],
    ['one that brings code', [deploying]],
  ])('is the one that @ton/ton makes: %s', async (_what, messages) => {
    const message = messageOf(version, messages);
    const unsigned = bocHex(encodeWalletMessage(message));
    const wallet = aWallet(version);
    expect(tonWalletAddress(wallet)).toBe(contracts[version].address.toRawString());
    const signed = await signWalletMessage({ wallet, unsigned, isDeployed: true }, signDigest);
    const body = bodyOfLibrary(message);
    expect(signed.bytes).toBe(bocHex(externalOf(version, body)));
    const read = readExternal(signed.bytes);
    expect(read).toMatchObject({ wallet: tonWalletAddress(wallet), deploys: false });
    expect(shown(read.message)).toEqual(shown(message));
    expect(shown(readUnsigned(unsigned).message)).toEqual(shown(message));
  });

  it('brings the wallet’s own code where its account is not there yet, under the same id', async () => {
    const message = messageOf(version, [pay], 0);
    const unsigned = bocHex(encodeWalletMessage(message));
    const wallet = aWallet(version);
    const first = await signWalletMessage({ wallet, unsigned, isDeployed: false }, signDigest);
    expect(first.bytes).toBe(bocHex(externalOf(version, bodyOfLibrary(message), true)));
    expect(readExternal(first.bytes).deploys).toBe(true);
    const later = await signWalletMessage({ wallet, unsigned, isDeployed: true }, signDigest);
    expect(later.bytes).not.toBe(first.bytes);
    expect(later.txId).toBe(first.txId);
  });

  it('is not signed with another wallet, another key, or a seqno that a new wallet has not', async () => {
    const unsigned = bocHex(encodeWalletMessage(messageOf(version, [pay])));
    const wallet = aWallet(version);
    const fault = { code: 'SIGNATURE_MISMATCH' };
    const other = aWallet(version === 'v4r2' ? 'v5r1' : 'v4r2');
    const cases = [
      { wallet: other, unsigned, isDeployed: true },
      { wallet: { ...wallet, walletId: wallet.walletId + 1 }, unsigned, isDeployed: true },
      { wallet: { ...wallet, publicKey: Buffer.alloc(32, 9) }, unsigned, isDeployed: true },
      { wallet, unsigned, isDeployed: false },
      { wallet, unsigned: '0x00', isDeployed: true },
    ];
    for (const one of cases)
      await expect(signWalletMessage(one, signDigest)).rejects.toMatchObject(fault);
    const signing = { wallet, unsigned, isDeployed: true };
    await expect(signWalletMessage(signing, async () => new Uint8Array(64))).rejects.toMatchObject(
      fault,
    );
    await expect(signWalletMessage(signing, async () => new Uint8Array(3))).rejects.toMatchObject(
      fault,
    );
  });

  it('is refused with another mode', () => {
    for (const mode of [SendMode.IGNORE_ERRORS, 2 + 128, 3 + 32, 3 + 64]) {
      const cell = signedPart(version, bodyOfLibrary(messageOf(version, [pay]), mode));
      expect(() => decodeWalletMessage(cell)).toThrow(/mode/);
    }
  });

  it('is refused with other currencies', () => {
    const cell = signedPart(version, bodyOfLibrary(messageOf(version, [pay]), 3, { 100: 5n }));
    expect(() => decodeWalletMessage(cell)).toThrow('more than Ferryman encodes');
  });

  it('is refused with no messages or too many, and made with neither', () => {
    const most = version === 'v4r2' ? 4 : 255;
    const fitting = messageOf(
      version,
      Array.from({ length: most }, () => plain),
    );
    expect(decodeWalletMessage(encodeWalletMessage(fitting)).messages).toHaveLength(most);
    for (const seqno of [-1, 0.5, 2 ** 32]) {
      expect(() => encodeWalletMessage(messageOf(version, [pay], seqno))).toThrow(RangeError);
    }
    for (const count of [0, most + 1]) {
      const message = messageOf(
        version,
        Array.from({ length: count }, () => plain),
      );
      expect(() => encodeWalletMessage(message)).toThrow(RangeError);
    }
  });

  it('is refused with anything left over or changed', () => {
    const cell = encodeWalletMessage(messageOf(version, [pay, deploying]));
    const wrong = [
      beginCell().storeSlice(cell.beginParse()).storeBit(false).endCell(),
      beginCell().storeSlice(cell.beginParse()).storeUint(0, 8).endCell(),
      beginCell().storeSlice(cell.beginParse()).storeRef(beginCell().endCell()).endCell(),
      beginCell().storeBits(cell.bits).endCell(),
      beginCell().endCell(),
    ];
    for (const one of wrong) expect(() => decodeWalletMessage(one)).toThrow(RangeError);
  });

  it('reads what it writes, and changes with every field', () => {
    const uint32 = fc.nat({ max: 0xffff_ffff });
    const outgoing = fc.record({
      destination: fc
        .uint8Array({ minLength: 32, maxLength: 32 })
        .map((hash) => `0:${Buffer.from(hash).toString('hex')}`),
      bounce: fc.boolean(),
      value: fc.bigInt({ min: 0n, max: (1n << 120n) - 1n }),
      body: fc.string({ maxLength: 200 }).map((text) => comment(text)),
      stateInit: fc.constant(undefined),
    });
    const message = fc.record({
      version: fc.constant(version),
      walletId: uint32,
      validUntil: uint32,
      seqno: uint32,
      messages: fc.array(outgoing, { minLength: 1, maxLength: 4 }),
    });
    fc.assert(
      fc.property(message, (one) => {
        const cell = encodeWalletMessage(one);
        expect(shown(decodeWalletMessage(cell))).toEqual(shown(one));
        expect(encodeWalletMessage({ ...one, seqno: (one.seqno ^ 1) >>> 0 }).equals(cell)).toBe(
          false,
        );
      }),
      { numRuns: 50 },
    );
  });

  it('is no message of a wallet where the bytes are something else', async () => {
    const body = bodyOfLibrary(messageOf(version, [pay]));
    const good = externalOf(version, body);
    const elsewhere = beginCell()
      .store(
        storeMessage(
          external({ to: Address.parse(destination), body, init: contracts[version].init }),
        ),
      )
      .endCell();
    const inOwnCell = beginCell().store(
      storeMessage(external({ to: contracts[version].address, body }), { forceRef: true }),
    );
    const wrong = [
      '0x',
      '0x00',
      `${bocHex(good)}00`,
      bocHex(good).toUpperCase(),
      bocHex(elsewhere),
      bocHex(beginCell().storeSlice(good.beginParse()).storeBit(true).endCell()),
      ...(version === 'v4r2' ? [bocHex(inOwnCell.endCell())] : []),
    ];
    expect(readExternal(bocHex(good)).message.seqno).toBe(7);
    for (const bytes of wrong) {
      expect(() => readExternal(bytes)).toThrow(
        expect.objectContaining({ code: 'SIGNATURE_MISMATCH' }),
      );
    }
  });
});

describe('operations that are not to send', () => {
  const good = encodeWalletMessage(messageOf('v5r1', [pay]));
  const withExtension = beginCell()
    .storeBits(good.bits.substring(0, good.bits.length - 1))
    .storeBit(true)
    .storeUint(2, 8)
    .storeAddress(Address.parse(destination))
    .storeRef(good.refs[0]!)
    .storeUint(0, 512)
    .endCell();
  const broughtByOthers = beginCell()
    .storeUint(0x73696e74, 32)
    .storeBits(good.bits.substring(32, good.bits.length - 32))
    .storeRef(good.refs[0]!)
    .storeUint(0, 512)
    .endCell();
  const args = { seqno: 7, secretKey, timeout: validUntil };
  const address = Address.parse(destination);
  it.each<[string, WalletMessage['version'], () => Cell]>([
    [
      'a plugin of V4',
      'v4r2',
      () =>
        v4.createRequest({ ...args, action: { type: 'addPlugin', address, forwardAmount: 1n } }),
    ],
    [
      'an extension of V5',
      'v5r1',
      () => v5.createAddExtension({ ...args, authType: 'external', extensionAddress: address }),
    ],
    ['a message and an extension', 'v5r1', () => withExtension],
    [
      'signing switched off',
      'v5r1',
      () =>
        v5.createRequest({
          ...args,
          authType: 'external',
          actions: [{ type: 'setIsPublicKeyEnabled', isEnabled: false }],
        }),
    ],
    ['a message that somebody else brings', 'v5r1', () => broughtByOthers],
  ])('are refused: %s', (_what, version, make) => {
    const cell = signedPart(version, make());
    expect(() => decodeWalletMessage(cell)).toThrow(RangeError);
  });

  it('are refused where an action changes the wallet’s code', () => {
    const setCode = beginCell()
      .storeRef(beginCell().endCell())
      .storeUint(0xad4de08e, 32)
      .storeRef(beginCell().endCell());
    const cell = beginCell()
      .storeUint(0x7369676e, 32)
      .storeUint(1, 32)
      .storeUint(validUntil, 32)
      .storeUint(7, 32)
      .storeMaybeRef(setCode.endCell())
      .storeBit(false);
    expect(() => decodeWalletMessage(cell.endCell())).toThrow(/action/);
  });
});

describe('the id of a message', () => {
  it('is the one that explorers show: what others may change on its way is left out (TEP-467)', () => {
    const body = bodyOfLibrary(messageOf('v5r1', [pay]));
    const normalized = beginCell()
      .store(
        storeMessage(
          { info: { type: 'external-in', dest: v5.address, importFee: 0n }, body },
          { forceRef: true },
        ),
      )
      .endCell();
    expect(messageIdOf(bocHex(externalOf('v5r1', body)))).toBe(normalized.hash().toString('hex'));
    expect(messageIdOf(bocHex(externalOf('v5r1', body, true)))).toBe(
      normalized.hash().toString('hex'),
    );
  });
});

describe('public vectors', () => {
  // github.com/ton-org/ton, WalletContractV4.spec.ts and WalletContractV5R1.spec.ts: the keys of
  // these seeds, and their wallets.
  it.each([
    [
      'v4r2',
      tonNetworks.mainnet,
      '5754865e86d0ade1199301bbb0319a25ed6b129c4b0a57f28f62449b3df9c522',
      'EQDnBF4JTFKHTYjulEJyNd4dstLGH1m51UrLdu01_tw4z2Au',
    ],
    [
      'v5r1',
      tonNetworks.testnet,
      '71ced1c4c69e53eb7ede24658375f56c142d22cdb21d0728138cb53b817e454e',
      'EQCqe9WqFhS8AfVGDP2xQiTLjbeolhLGsvIbbgQ6C3XT5gGs',
    ],
  ] as const)('name the wallet of a key: %s', (version, network, key, address) => {
    const wallet = { ...aWallet(version, network), publicKey: Buffer.from(key, 'hex') };
    expect(tonWalletAddress(wallet)).toBe(Address.parse(address).toRawString());
  });

  it('have the wallet id of each network and subwallet', () => {
    // docs.ton.org and github.com/ton-blockchain/wallet-contract-v5, README: 0x7FFFFF11 on the main
    // network, 0x7FFFFFFD on the test one.
    expect(aWallet('v5r1').walletId).toBe(0x7fffff11);
    expect(aWallet('v5r1', tonNetworks.testnet).walletId).toBe(0x7ffffffd);
    expect(aWallet('v4r2').walletId).toBe(698_983_191);
    for (const subwallet of [1, 32_767]) {
      const context = { walletVersion: 'v5r1', workchain: 0, subwalletNumber: subwallet } as const;
      const contract = WalletContractV5R1.create({
        publicKey,
        walletId: { networkGlobalId: -3, context },
      });
      expect(tonWalletAddress(aWallet('v5r1', -3, subwallet))).toBe(contract.address.toRawString());
    }
    expect(() => aWallet('v5r1', -3, 32_768)).toThrow(RangeError);
  });
});
