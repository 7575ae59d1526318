import { type Address, beginCell, Cell, external, type StateInit, storeMessage } from '@ton/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { waitFor } from '../support/wait-for.ts';
import {
  COIN,
  coins,
  fundedUser,
  inSeconds,
  signedTransfer,
  somebody,
  startByHand,
  type TonSandbox,
  type User,
} from './ton-by-hand.ts';

let sandbox: TonSandbox;
beforeAll(async () => {
  sandbox = await startByHand();
});
afterAll(() => sandbox?.close());

/** As toncenter is asked over HTTP, without its client. */
async function ask(method: string, params: object) {
  const body = JSON.stringify({ id: 1, jsonrpc: '2.0', method, params });
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(sandbox.chain.endpoint, { method: 'POST', headers, body });
  return {
    status: response.status,
    body: (await response.json()) as { ok: boolean; error?: string; result?: unknown },
  };
}

const post = (bytes: Buffer) => ask('sendBoc', { boc: bytes.toString('base64') });

const bytesOf = (to: Address, body: Cell, init?: StateInit): Buffer =>
  beginCell()
    .store(storeMessage(external({ to, body, ...(init === undefined ? {} : { init }) })))
    .endCell()
    .toBoc();

const COULD_NOT = 'LITE_SERVER_UNKNOWN: cannot apply external message to current state : ';

async function deployed(version: 'v4' | 'v5'): Promise<{ user: User; first: Buffer }> {
  const user = await fundedUser(sandbox, version);
  const { address, init } = user.wallet;
  const first = bytesOf(
    address,
    signedTransfer(user, [coins(somebody().wallet.address, 1n)]),
    init,
  );
  expect(await post(first)).toMatchObject({
    status: 200,
    body: { ok: true, result: { '@type': 'ok' }, id: 1 },
  });
  await waitFor(async () => expect(await sandbox.client.open(user.wallet).getSeqno()).toBe(1));
  return { user, first };
}

describe("what the sandbox's TON refuses", () => {
  it.each([
    { version: 'v4', wrongSeqno: 33, wrongSignature: 35, expired: 36 },
    { version: 'v5', wrongSeqno: 133, wrongSignature: 135, expired: 136 },
  ] as const)(
    'is replays, expired messages and bad signatures, with the exit codes of wallets $version',
    async (codes) => {
      const { user, first } = await deployed(codes.version);
      const { address } = user.wallet;
      const messages = [coins(somebody().wallet.address, 1n)];
      const refused = async (bytes: Buffer) => {
        const { status, body } = await post(bytes);
        expect(status).toBe(500);
        expect(body).toMatchObject({ ok: false, code: 500 });
        expect(body.error).toContain(`${COULD_NOT}External message was not accepted`);
        return Number(/exitcode=(-?\d+),/.exec(body.error!)?.[1]);
      };
      expect(await refused(first)).toBe(codes.wrongSeqno);
      const early = signedTransfer(user, messages, { seqno: 2 });
      expect(await refused(bytesOf(address, early))).toBe(codes.wrongSeqno);
      const late = signedTransfer(user, messages, { seqno: 1, validUntil: inSeconds(-1) });
      expect(await refused(bytesOf(address, late))).toBe(codes.expired);
      const forged = signedTransfer(user, messages, { seqno: 1, keys: somebody().keys });
      expect(await refused(bytesOf(address, forged))).toBe(codes.wrongSignature);
      expect(await sandbox.client.open(user.wallet).getSeqno()).toBe(1);
    },
  );

  it('is an account that has no coins, or no contract', async () => {
    const user = somebody();
    const { address, init } = user.wallet;
    const body = signedTransfer(user, [coins(address, 1n)]);
    const poor = await post(bytesOf(address, body, init));
    const id = address.hash.toString('hex').toUpperCase();
    expect(poor.body.error).toContain(
      `inbound external message rejected by account ${id} before smart-contract execution`,
    );
    const funded = await fundedUser(sandbox);
    const bare = await post(
      bytesOf(funded.wallet.address, signedTransfer(funded, [coins(address, 1n)])),
    );
    expect(bare.body.error).toMatch(
      /rejected by transaction [0-9A-F]{64}:\nexitcode=0, steps=0, gas_used=0$/,
    );
  });

  it('is what is no message from outside', async () => {
    const { address } = somebody().wallet;
    let cell = new Cell();
    for (let index = 0; index < 600; index++) {
      cell = beginCell()
        .storeUint(index, 32)
        .storeBuffer(Buffer.alloc(120, index))
        .storeRef(cell)
        .endCell();
    }
    expect((await post(bytesOf(address, cell))).body.error).toContain(
      'external message too large, rejecting',
    );
    let deep = new Cell();
    for (let depth = 0; depth < 512; depth++) deep = beginCell().storeRef(deep).endCell();
    expect((await post(bytesOf(address, deep))).body.error).toContain(
      'external message is too deep',
    );
    expect((await post(Buffer.from('no bag of cells'))).body.error).toContain(
      'not a valid bag of cells',
    );
    const inner = beginCell().storeUint(0b0110, 4).endCell().toBoc();
    expect((await post(inner)).body.error).toContain('must begin with ext_in_msg_info$10');
  });

  it('is a message that already waits', async () => {
    const { chain, client } = sandbox;
    const { user } = await deployed('v4');
    chain.blocks.stall(true);
    const receiver = somebody().wallet.address;
    const bytes = bytesOf(
      user.wallet.address,
      signedTransfer(user, [coins(receiver, COIN)], { seqno: 1 }),
    );
    expect((await post(bytes)).status).toBe(200);
    expect((await post(bytes)).body.error).toContain('duplicate message');
    chain.blocks.stall(false);
    await waitFor(async () => expect(await client.getBalance(receiver)).toBe(COIN));
  });

  it('is unknown methods, addresses and transactions', async () => {
    expect(await ask('getEverything', {})).toMatchObject({ status: 404, body: { ok: false } });
    expect(await ask('getAddressInformation', { address: 'EQnowhere' })).toMatchObject({
      status: 416,
      body: { ok: false },
    });
    const address = sandbox.chain.treasury.address.toString();
    const hash = Buffer.alloc(32, 1).toString('base64');
    expect(await ask('getTransactions', { address, lt: '1', hash, limit: 1 })).toMatchObject({
      status: 500,
    });
  });

  it('leaves a wallet of version 4 as it was, and burns the seqno of one of version 5, where coins do not suffice without mode 2', async () => {
    const { client } = sandbox;
    for (const [version, seqno] of [
      ['v4', 1],
      ['v5', 2],
    ] as const) {
      const { user } = await deployed(version);
      const { wallet } = user;
      const before = (await client.getTransactions(wallet.address, { limit: 1 }))[0]!.lt;
      const messages = [coins(somebody().wallet.address, 1_000n * COIN)];
      const body = signedTransfer(user, messages, { seqno: 1, sendMode: 1 });
      expect((await post(bytesOf(wallet.address, body))).status).toBe(200);
      await waitFor(async () => {
        expect((await client.getTransactions(wallet.address, { limit: 1 }))[0]!.lt).toBeGreaterThan(
          before,
        );
      });
      const [failed] = await client.getTransactions(wallet.address, { limit: 1 });
      expect(failed!.outMessagesCount).toBe(0);
      expect(await client.open(wallet).getSeqno(), version).toBe(seqno);
    }
  });
});
