import { Address, beginCell, Cell, comment, contractAddress, internal, SendMode } from '@ton/core';
import { Blockchain } from '@ton/sandbox';
import { WalletContractV5R1 } from '@ton/ton';
import type { WalletV5R1SendArgsSinged } from '@ton/ton/dist/wallets/v5r1/WalletContractV5R1.js';
import { beforeEach, describe, expect, it } from 'vitest';
import { outcomesOfRequested } from '../../../../src/families/ton/adapter/follow-messages.ts';
import { signWalletMessage } from '../../../../src/families/ton/adapter/sign.ts';
import {
  readTransaction,
  type TonTransaction,
} from '../../../../src/families/ton/adapter/transaction.ts';
import {
  encodeWalletMessage,
  type OutgoingMessage,
} from '../../../../src/families/ton/adapter/wallet-message.ts';
import { bocHex } from '../../../../src/families/ton/formats/boc.ts';
import { tonNetworks } from '../../../../src/families/ton/formats/network.ts';
import { type TonWallet, tonWalletAddress } from '../../../../src/families/ton/formats/wallet.ts';
import { tonWalletVersions } from '../../../../src/families/ton/formats/wallet-versions.ts';
import { aWallet, publicKey, secretKey, signDigest } from './key.ts';

const coin = 1_000_000_000n;
const empty = `0:${'11'.repeat(32)}`;
const other = `0:${'22'.repeat(32)}`;
const validUntil = 2_000_000_000;
const nothing = beginCell().endCell();

/** A contract that refuses everything: `THROW 37` (TVM instructions, F2). */
const refusing = { code: beginCell().storeUint(0xf225, 16).endCell(), data: nothing };
const refusingInit = beginCell()
  .storeUint(0, 2)
  .storeMaybeRef(refusing.code)
  .storeMaybeRef(refusing.data)
  .storeBit(false)
  .endCell();
const refuser = contractAddress(0, refusing).toRawString();

const pay = (destination: string, changes: Partial<OutgoingMessage> = {}): OutgoingMessage => ({
  destination,
  bounce: true,
  value: coin,
  body: nothing,
  stateInit: undefined,
  ...changes,
});

let chain: Blockchain;
beforeEach(async () => {
  chain = await Blockchain.create();
  chain.now = 1_900_000_000;
});

async function fund(address: string, value = 10n * coin): Promise<void> {
  const treasury = await chain.treasury('treasury');
  await treasury.send({ to: Address.parseRaw(address), value, bounce: false });
}

async function send(wallet: TonWallet, messages: readonly OutgoingMessage[], seqno = 0) {
  const unsigned = bocHex(encodeWalletMessage({ ...wallet, validUntil, seqno, messages }));
  const signed = await signWalletMessage({ wallet, unsigned, isDeployed: seqno > 0 }, signDigest);
  const { transactions } = await chain.sendMessage(Cell.fromHex(signed.bytes.slice(2)));
  const all = transactions.map((one) =>
    readTransaction(one.raw, `0:${one.address.toString(16).padStart(64, '0')}`),
  );
  return { ...signed, first: all[0]!, all };
}

describe.each(tonWalletVersions)('the messages that a %s wallet sends', (version) => {
  const wallet = aWallet(version);
  const address = tonWalletAddress(wallet);

  it('are found in its transaction under the id that they were sent with, the first time and later', async () => {
    await fund(address);
    const deploying = await send(wallet, [pay(other, { bounce: false })]);
    expect(deploying.first).toMatchObject({ account: address, outcome: { kind: 'executed' } });
    expect(deploying.first.received).toMatchObject({ kind: 'external', id: deploying.txId });
    const later = await send(wallet, [pay(other, { bounce: false, body: comment('again') })], 1);
    expect(later.first.received).toMatchObject({ kind: 'external', id: later.txId });
    expect(later.first.previous).toEqual({ lt: deploying.first.lt, hash: deploying.first.hash });
    expect(later.first.sent).toMatchObject([
      { source: address, destination: other, value: coin, bounce: false },
    ]);
  });

  it('land, come back, or stay where they were refused', async () => {
    await fund(address);
    const asked = [
      pay(address),
      pay(other, { bounce: false }),
      pay(empty),
      pay(refuser, { stateInit: refusingInit }),
    ];
    const { first, all } = await send(wallet, asked);
    const outcomes = outcomesOfRequested(asked, first, all);
    expect(outcomes.map(({ kind }) => kind)).toEqual(['landed', 'landed', 'bounced', 'bounced']);
    expect(outcomes[2]).toMatchObject({
      at: { account: empty },
      outcome: { kind: 'skipped', reason: 'no_state' },
    });
    expect(outcomes[3]).toMatchObject({
      at: { account: refuser },
      outcome: { kind: 'compute_failed', exitCode: 37 },
    });

    const body = beginCell().storeUint(0x0f8a7ea5, 32).endCell();
    const kept = [
      pay(refuser, { bounce: false, stateInit: refusingInit, body }),
      pay(other, { bounce: false, body }),
    ];
    const second = await send(wallet, kept, 1);
    expect(outcomesOfRequested(kept, second.first, second.all)).toMatchObject([
      { kind: 'kept', outcome: { kind: 'compute_failed', exitCode: 37, returned: false } },
      { kind: 'kept', outcome: { kind: 'skipped', reason: 'no_state', returned: false } },
    ]);
  });

  it('have landed with their coins where they ask for nothing beside', async () => {
    await fund(address);
    const excesses = beginCell().storeUint(0xd53276db, 32).storeUint(0, 64).endCell();
    const change = { bounce: false, stateInit: refusingInit };
    const asked = [nothing, comment('thanks'), excesses].map((body) =>
      pay(refuser, { ...change, body }),
    );
    const { first, all } = await send(wallet, asked);
    expect(all.filter(({ outcome }) => outcome.kind === 'compute_failed')).toHaveLength(3);
    expect(outcomesOfRequested(asked, first, all).map(({ kind }) => kind)).toEqual([
      'landed',
      'landed',
      'landed',
    ]);
  });

  it('are not there yet while a transaction is missing, that of the way back too', async () => {
    await fund(address);
    const asked = [pay(other, { bounce: false }), pay(empty)];
    const { first, all } = await send(wallet, asked);
    const kinds = (known: readonly TonTransaction[]) =>
      outcomesOfRequested(asked, first, known).map(({ kind }) => kind);
    expect(kinds([])).toEqual(['not_there_yet', 'not_there_yet']);
    expect(kinds(all.filter(({ account }) => account !== other))).toEqual([
      'not_there_yet',
      'bounced',
    ]);
    expect(kinds(all.filter(({ account }) => account !== address))).toEqual([
      'landed',
      'not_there_yet',
    ]);
  });

  it('are not sent where the wallet has too little for them, and the others are', async () => {
    await fund(address, 3n * coin);
    const asked = [pay(other, { bounce: false }), pay(other, { bounce: false, value: 50n * coin })];
    const { first, all } = await send(wallet, asked);
    expect(first.outcome).toEqual({ kind: 'executed', skippedActions: 1 });
    expect(outcomesOfRequested(asked, first, all).map(({ kind }) => kind)).toEqual([
      'landed',
      'not_sent',
    ]);
  });

  it('are not called unsent where something has left that nobody asked for', async () => {
    await fund(address);
    const { first, all } = await send(wallet, [
      pay(other, { bounce: false }),
      pay(empty, { bounce: false }),
    ]);
    const asked = [pay(other, { bounce: false, value: coin + 1n }), pay(empty, { bounce: false })];
    expect(outcomesOfRequested(asked, first, all)).toMatchObject([
      { kind: 'sent_otherwise' },
      { kind: 'landed' },
    ]);
  });

  it('are counted one by one where two are the same', async () => {
    await fund(address, 3n * coin);
    const asked = [
      pay(other, { bounce: false, value: 2n * coin }),
      pay(other, { bounce: false, value: 2n * coin }),
    ];
    const { first, all } = await send(wallet, asked);
    expect(outcomesOfRequested(asked, first, all).map(({ kind }) => kind)).toEqual([
      'landed',
      'not_sent',
    ]);
  });

  it('have failed where something that they led to has', async () => {
    const context = { walletVersion: 'v5r1', workchain: 0, subwalletNumber: 7 } as const;
    const partner = WalletContractV5R1.create({
      publicKey,
      walletId: { networkGlobalId: tonNetworks.mainnet, context },
    });
    const partnerWallet = aWallet('v5r1', tonNetworks.mainnet, 7);
    const partnerAddress = partner.address.toRawString();
    await fund(address);
    await fund(partnerAddress);
    await send(partnerWallet, [pay(other, { bounce: false })]);
    const body = partner.createTransfer<WalletV5R1SendArgsSinged>({
      seqno: 1,
      secretKey,
      timeout: validUntil,
      authType: 'internal',
      sendMode: SendMode.PAY_GAS_SEPARATELY | SendMode.IGNORE_ERRORS,
      messages: [internal({ to: Address.parseRaw(empty), value: coin, bounce: true })],
    });
    const asked = [pay(partnerAddress, { body }), pay(other, { bounce: false })];
    const { first, all } = await send(wallet, asked);
    const [led, landed] = outcomesOfRequested(asked, first, all);
    expect(led).toMatchObject({
      kind: 'failed_below',
      at: { account: empty },
      outcome: { kind: 'skipped' },
    });
    expect(landed).toEqual({ kind: 'landed' });
    const beforeFailure = all.filter(({ account }) => account !== empty);
    expect(outcomesOfRequested(asked, first, beforeFailure)[0]).toMatchObject({
      kind: 'not_there_yet',
    });
  });
});

describe('a transaction', () => {
  it('is refused for another account, and where the bytes are none', async () => {
    const wallet = aWallet('v5r1');
    const address = tonWalletAddress(wallet);
    await fund(address);
    const treasury = await chain.treasury('treasury');
    const { transactions } = await treasury.send({ to: Address.parseRaw(address), value: coin });
    expect(() => readTransaction(transactions[0]!.raw, empty)).toThrow(RangeError);
    expect(() => readTransaction(comment('no transaction'), address)).toThrow(RangeError);
  });

  it('that an endpoint makes up leads round in no circle', async () => {
    const wallet = aWallet('v5r1');
    await fund(tonWalletAddress(wallet));
    const asked = [pay(other, { bounce: false })];
    const { first } = await send(wallet, asked);
    const [message] = first.sent;
    const circle: TonTransaction = {
      ...first,
      account: other,
      received: { kind: 'internal', ...message! },
      sent: [message!],
    };
    expect(outcomesOfRequested(asked, first, [circle])).toMatchObject([{ kind: 'not_there_yet' }]);
    expect(outcomesOfRequested(asked, first, [{ ...circle, lt: first.lt + 100n }])).toMatchObject([
      { kind: 'not_there_yet' },
    ]);
  });
});
