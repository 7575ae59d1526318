import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Hex, numberToHex } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { FeeOracle } from '../../../../sandbox/evm/artifacts/FeeOracle.ts';
import { type AnvilProcess, startAnvil } from '../../../../sandbox/evm/start-anvil.ts';
import { loadConfig } from '../../../../src/config/load-config.ts';
import { ofFamily } from '../../../../src/core/swap/of-family.ts';
import { createEvmAdapter } from '../../../../src/families/evm/adapter/create-evm-adapter.ts';
import { testKeys } from './test-keys.ts';

const chainId = 7_700_300;

let anvil: AnvilProcess;
let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ferryman-evm-'));
  anvil = await startAnvil({ chainId, finalityDepth: 2, storedBlocks: 3_000 });
});
afterAll(async () => {
  await anvil?.close();
  await rm(folder, { recursive: true });
});

async function rpc(method: string, params: readonly unknown[]): Promise<unknown> {
  const response = await fetch(anvil.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  const answer = (await response.json()) as { result?: unknown; error?: { message: string } };
  if (answer.error) throw new Error(`${method}: ${answer.error.message}`);
  return answer.result;
}

/** An operator's configuration: endpoints, and an id only because the real network's is refused. */
async function configured(name: string) {
  const variables = {
    FERRYMAN_ROUTER_URL: 'https://router.example',
    [`FERRYMAN_RPC_URLS_${name}`]: anvil.url,
  };
  const { networks } = await loadConfig({
    folder,
    environment: { ...variables, [`FERRYMAN_CHAIN_ID_${name}`]: `${chainId}` },
  });
  if (networks.kind !== 'configured') throw new Error('no chain is configured');
  const [chain] = networks.chains;
  if (!chain) throw new Error('no chain is configured');
  return chain;
}

/** One chain of each kind of finality and each transaction type. */
it.each([
  ['HOLESKY', 'eip1559', 64],
  ['BASE', 'eip1559', 600],
  ['MONAD', 'eip1559', 96],
  ['MOONBEAM', 'eip1559', 32],
  ['ETHEREUM_CLASSIC', 'legacy', 462],
  ['OASIS', 'legacy', 10],
])(
  '%s pays by its endpoints alone, and has it final at its depth',
  async (name, type, proofDepth) => {
    const { chain, rpcUrls } = await configured(name);
    expect(chain).toMatchObject({ name, transactionType: type, proofDepth });
    const adapter = createEvmAdapter({ chain: ofFamily(chain, 'evm'), rpcUrls });
    const oracle = ofFamily(chain, 'evm').fees.surcharge?.oracle;
    if (oracle !== undefined) await rpc('anvil_setCode', [oracle, FeeOracle.deployedBytecode]);
    const key = generatePrivateKey();
    const [account, receiver] = [key, generatePrivateKey()].map(
      (one: Hex) => privateKeyToAccount(one).address,
    );
    await rpc('anvil_setBalance', [account, numberToHex(10n ** 18n)]);

    const transaction = { family: 'evm', to: receiver!, data: '0x', value: 1_000n } as const;
    const terms = { kind: 'nonce', nonce: 0n } as const;
    const fee = await adapter.estimateFee(account!, transaction);
    const unsigned = await adapter.prepare({ account: account!, terms, transaction, fee });
    const sent = await adapter.sign(
      unsigned,
      testKeys(() => key),
      'key',
    );
    expect(await adapter.broadcast(sent)).toEqual({ kind: 'accepted' });
    expect(sent.bytes.startsWith('0x02')).toBe(type === 'eip1559');

    const lease = { account: account!, terms };
    await rpc('anvil_mine', [numberToHex(proofDepth)]);
    expect(await adapter.prove(lease, [sent])).toEqual({ kind: 'undecided' });
    await rpc('anvil_mine', [numberToHex(1)]);
    expect(await adapter.prove(lease, [sent])).toMatchObject({
      kind: 'landed',
      txId: sent.txId,
      succeeded: true,
    });
  },
);
