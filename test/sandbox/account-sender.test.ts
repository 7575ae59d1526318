import { createTestClient, http, parseEther } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHAIN_DEFINITIONS } from '../../sandbox/chains/chain-catalogue.ts';
import { createAccountSender } from '../../sandbox/evm/account-sender.ts';
import { type ChainClient, createChainClient, disconnect } from '../../sandbox/evm/chain-client.ts';
import { type AnvilProcess, startAnvil } from '../../sandbox/evm/start-anvil.ts';
import { watchHeads } from '../../sandbox/evm/watch-heads.ts';

const definition = CHAIN_DEFINITIONS.ETH;
const receiver = privateKeyToAccount(generatePrivateKey()).address;
const closing = new AbortController();
let engine: AnvilProcess;
let client: ChainClient;

beforeAll(async () => {
  engine = await startAnvil({ chainId: definition.chainId, finalityDepth: 2 });
  client = createChainClient(definition, engine.url);
});

afterAll(async () => {
  closing.abort();
  if (client) await disconnect(client);
  await engine?.close();
});

describe('an account of the sandbox', () => {
  it('sends the same bytes again when the engine has lost them, and so pays once', async () => {
    const chain = createTestClient({
      mode: 'anvil',
      chain: client.chain,
      transport: http(engine.url),
    });
    const heads = watchHeads(client, 10, closing.signal);
    const account = privateKeyToAccount(generatePrivateKey());
    await chain.setBalance({ address: account.address, value: parseEther('10') });
    const sender = createAccountSender(client, heads, account);

    const hashes = await Promise.all(
      [1n, 2n, 3n].map((value) => sender.submit({ to: receiver, value, gas: 21_000n })),
    );
    for (const hash of hashes) await chain.dropTransaction({ hash });
    expect((await chain.getTxpoolStatus()).pending).toBe(0);
    const mined = Promise.all(hashes.map((hash) => sender.mined(hash)));
    let done = false;
    void mined.then(() => {
      done = true;
    });
    for (let blocks = 0; blocks < 300 && !done; blocks++) {
      await chain.mine({ blocks: 1 });
      await heads.next(BigInt(blocks));
    }

    expect((await mined).map(({ transactionHash, status }) => [transactionHash, status])).toEqual(
      hashes.map((hash) => [hash, 'success']),
    );
    expect(await client.getBalance({ address: receiver })).toBe(6n);
    expect(await client.getTransactionCount({ address: account.address })).toBe(3);
  });
});
