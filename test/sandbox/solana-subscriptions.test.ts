import {
  address,
  appendTransactionMessageInstruction,
  assertIsTransactionWithBlockhashLifetime,
  createKeyPairSignerFromBytes,
  createSolanaRpc,
  createSolanaRpcSubscriptions,
  createTransactionMessage,
  getSignatureFromTransaction,
  pipe,
  sendAndConfirmTransactionFactory,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from '@solana/kit';
import {
  type Commitment,
  Connection,
  type Keypair,
  type SlotInfo,
  SystemProgram,
  sendAndConfirmTransaction,
  Transaction,
} from '@solana/web3.js';
import { Hono } from 'hono';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { freePort } from '../../sandbox/evm/free-port.ts';
import { serveHttp } from '../../sandbox/http-server.ts';
import {
  type RunningSolanaChain,
  startSolanaChain,
} from '../../sandbox/solana/start-solana-chain.ts';
import { waitFor } from '../support/wait-for.ts';
import { COIN, fundedWallet, send, signed, somebody, startByHand } from './solana-by-hand.ts';

let hand: Awaited<ReturnType<typeof startByHand>>;
let chain: RunningSolanaChain;
let connection: Connection;
let wallet: Keypair;
const clients: Client[] = [];
const opened: Connection[] = [];

beforeAll(async () => {
  hand = await startByHand();
  ({ chain, connection } = hand);
  wallet = await fundedWallet(chain);
});
afterEach(() => {
  chain.blocks.setMining(false);
  for (const client of clients.splice(0)) client.socket.terminate();
});
afterAll(async () => {
  // A connection of web3.js whose server is gone tries to come back for ever, and has no public way
  // to stop.
  for (const each of [connection, ...opened])
    Object.assign(Reflect.get(each, '_rpcWebSocket'), { reconnect: false });
  await hand.close();
});

/**
 * Has blocks made until something is done, as time does elsewhere; a blockhash lives for 150 of
 * them.
 */
async function whileBlocksPass<Result>(work: Promise<Result>): Promise<Result> {
  const timer = setInterval(() => chain.blocks.mine(1), 25);
  return work.finally(() => clearInterval(timer));
}

const payment = (lamports: number, to = somebody()) =>
  SystemProgram.transfer({ fromPubkey: wallet.publicKey, toPubkey: to, lamports });

interface Client {
  readonly socket: WebSocket;
  call(
    method: string,
    params?: unknown[],
  ): Promise<{ result?: unknown; error?: { code: number; message: string } }>;
  /** All notifications that have come, in their order. */
  readonly notifications: { method: string; params: { subscription: number; result: unknown } }[];
}

/** A client that shares no code with a library. */
async function openClient(url = chain.wsUrl): Promise<Client> {
  const socket = new WebSocket(url);
  const notifications: Client['notifications'] = [];
  const answers = new Map<number, (answer: object) => void>();
  let lastId = 0;
  socket.on('message', (data) => {
    const message = JSON.parse(data.toString());
    if (message.id === undefined) notifications.push(message);
    else answers.get(message.id)?.(message);
  });
  await new Promise((opened, failed) => socket.once('open', opened).once('error', failed));
  const client: Client = {
    socket,
    notifications,
    call: (method, params = []) =>
      new Promise((answered) => {
        lastId += 1;
        answers.set(lastId, answered);
        socket.send(JSON.stringify({ jsonrpc: '2.0', id: lastId, method, params }));
      }),
  };
  clients.push(client);
  return client;
}

describe('libraries as shipped', () => {
  it.each<Commitment>(['processed', 'confirmed', 'finalized'])(
    "web3.js's sendAndConfirmTransaction waits for %s, notified by the subscription",
    async (commitment) => {
      const to = somebody();
      const web3 = new Connection(chain.rpcUrl, commitment);
      opened.push(web3);
      const sending = sendAndConfirmTransaction(
        web3,
        new Transaction().add(payment(1_000_000, to)),
        [wallet],
      );
      const signature = await whileBlocksPass(sending);
      const { value } = await web3.getSignatureStatus(signature);
      expect(value).toMatchObject({ err: null });
      expect(await web3.getBalance(to)).toBe(1_000_000);
    },
  );

  it("@solana/kit's sendAndConfirmTransaction confirms", async () => {
    const rpc = createSolanaRpc(chain.rpcUrl);
    // By upgrade of the RPC's own port, as hosted nodes have it.
    const rpcSubscriptions = createSolanaRpcSubscriptions(chain.rpcUrl.replace('http:', 'ws:'));
    const signer = await createKeyPairSignerFromBytes(wallet.secretKey);
    const to = somebody();
    const { value: latest } = await rpc.getLatestBlockhash({ commitment: 'confirmed' }).send();
    const { programId, keys, data } = payment(2_000_000, to);
    const message = pipe(
      createTransactionMessage({ version: 0 }),
      (empty) => setTransactionMessageFeePayerSigner(signer, empty),
      (paid) => setTransactionMessageLifetimeUsingBlockhash(latest, paid),
      (timed) =>
        appendTransactionMessageInstruction(
          {
            programAddress: address(programId.toBase58()),
            accounts: keys.map((key) => ({
              address: address(key.pubkey.toBase58()),
              role: (key.isSigner ? 2 : 0) + (key.isWritable ? 1 : 0),
            })),
            data: new Uint8Array(data),
          },
          timed,
        ),
    );
    const transaction = await signTransactionMessageWithSigners(message);
    assertIsTransactionWithBlockhashLifetime(transaction);
    const sendAndConfirm = sendAndConfirmTransactionFactory({ rpc, rpcSubscriptions });
    await whileBlocksPass(sendAndConfirm(transaction, { commitment: 'confirmed' }));
    const { value } = await rpc
      .getSignatureStatuses([getSignatureFromTransaction(transaction)])
      .send();
    expect(value[0]).toMatchObject({ err: null });
    expect(await new Connection(chain.rpcUrl, 'confirmed').getBalance(to)).toBe(2_000_000);
  });

  it('web3.js hears of every slot, in order, each with its parent', async () => {
    const slots: SlotInfo[] = [];
    const id = connection.onSlotChange((slot) => slots.push(slot));
    await whileBlocksPass(waitFor(() => expect(slots.length).toBeGreaterThan(3)));
    await connection.removeSlotChangeListener(id);
    for (const [index, { slot, parent, root }] of slots.entries()) {
      if (index > 0) expect(parent).toBe(slots[index - 1]!.slot);
      expect(chain.blockchain.atSlot(slot)).toBeDefined();
      expect(root).toBeLessThan(parent);
    }
  });
});

describe('signatureSubscribe', () => {
  it('tells at each commitment when the transaction has reached it, and then ends by itself', async () => {
    const client = await openClient();
    const transaction = await signed(connection, [payment(1_000_000)], [wallet]);
    const { result: signature } = await send(chain, transaction);
    const ids = new Map<unknown, string>();
    for (const commitment of ['processed', 'confirmed', 'finalized']) {
      ids.set(
        (await client.call('signatureSubscribe', [signature, { commitment }])).result,
        commitment,
      );
    }
    const heard = () => client.notifications.map(({ params }) => ids.get(params.subscription));
    for (const expected of [['processed'], ['processed', 'confirmed']]) {
      chain.blocks.mine(1);
      await waitFor(() => expect(heard()).toEqual(expected));
    }
    chain.blocks.mine(3);
    await waitFor(() => expect(heard()).toEqual(['processed', 'confirmed', 'finalized']));
    for (const { method, params } of client.notifications) {
      expect(method).toBe('signatureNotification');
      expect(params.result).toEqual({
        context: expect.objectContaining({ slot: expect.any(Number) }),
        value: { err: null },
      });
    }
    const [first] = ids.keys();
    expect(await client.call('signatureUnsubscribe', [first])).toMatchObject({
      error: { code: -32602, message: 'Invalid subscription id.' },
    });
  });

  it('tells that it was received, where asked, and of an error that it ended with', async () => {
    const client = await openClient();
    const transaction = await signed(connection, [payment(Number(1_000n * COIN))], [wallet]);
    const { result: signature } = await send(chain, transaction, { skipPreflight: true });
    const options = { commitment: 'processed', enableReceivedNotification: true };
    await client.call('signatureSubscribe', [signature, options]);
    chain.blocks.mine(1);
    await waitFor(() => expect(client.notifications).toHaveLength(2));
    expect(
      client.notifications.map(({ params }) => (params.result as { value: unknown }).value),
    ).toEqual(['receivedSignature', { err: { InstructionError: [0, { Custom: 1 }] } }]);
  });

  it('does not tell of what a reorganization has lost', async () => {
    const client = await openClient();
    const lost = await signed(connection, [payment(1_000_003)], [wallet]);
    const stays = await signed(connection, [payment(1_000_004)], [wallet]);
    const { result: signature } = await send(chain, lost);
    await client.call('signatureSubscribe', [signature, { commitment: 'confirmed' }]);
    chain.blocks.mine(1);
    chain.blocks.reorganize({ depth: 1, drop: true });
    const other = await send(chain, stays);
    const { result: id } = await client.call('signatureSubscribe', [
      other.result,
      { commitment: 'confirmed' },
    ]);
    chain.blocks.mine(3);
    await waitFor(() => expect(client.notifications.length).toBeGreaterThan(0));
    expect(client.notifications.map(({ params }) => params.subscription)).toEqual([id]);
  });

  it('says nothing any more after it was ended', async () => {
    const client = await openClient();
    const { result: signature } = await send(
      chain,
      await signed(connection, [payment(1_000_005)], [wallet]),
    );
    const { result: ended } = await client.call('signatureSubscribe', [
      signature,
      { commitment: 'processed' },
    ]);
    const { result: kept } = await client.call('signatureSubscribe', [
      signature,
      { commitment: 'processed' },
    ]);
    expect(await client.call('signatureUnsubscribe', [ended])).toMatchObject({ result: true });
    chain.blocks.mine(1);
    await waitFor(() =>
      expect(client.notifications.map(({ params }) => params.subscription)).toEqual([kept]),
    );
  });
});

describe('the connection', () => {
  it('refuses what is not served, and what is malformed, and stays open; a ping has no answer', async () => {
    const client = await openClient();
    client.socket.send(JSON.stringify({ jsonrpc: '2.0', method: 'ping' }));
    expect(await client.call('accountSubscribe', [])).toMatchObject({ error: { code: -32601 } });
    expect(await client.call('signatureSubscribe', ['no signature'])).toMatchObject({
      error: { code: -32602 },
    });
    expect(await client.call('slotUnsubscribe', [4_000_000])).toMatchObject({
      error: { code: -32602 },
    });
    const { result: id } = await client.call('slotSubscribe');
    const other = await openClient();
    expect(await other.call('slotUnsubscribe', [id])).toMatchObject({ error: { code: -32602 } });
    expect(await client.call('slotUnsubscribe', [id])).toMatchObject({ result: true });
  });

  it('says over plain HTTP what its port is for', async () => {
    expect((await fetch(chain.wsUrl.replace('ws:', 'http:'))).status).toBe(426);
  });

  it('ends with the node, whose two ports are then free; with one of them no node starts', async () => {
    const other = await startByHand();
    const client = await openClient(other.chain.wsUrl);
    await client.call('slotSubscribe');
    const closed = new Promise((done) => client.socket.once('close', done));
    await other.close();
    await closed;
    const port = Number(new URL(other.chain.rpcUrl).port);
    expect(Number(new URL(other.chain.wsUrl).port)).toBe(port + 1);

    const blocker = await serveHttp(new Hono(), port + 1);
    try {
      const [signal, gatewayIds] = [new AbortController().signal, [] as const];
      const starting = startSolanaChain({
        blockIntervalMs: 10_000,
        finalityDepth: 2,
        gatewayIds,
        signal,
        port,
      });
      await expect(starting).rejects.toMatchObject({ code: 'port-taken' });
      await freePort(port);
    } finally {
      await blocker.close();
    }
  });
});
