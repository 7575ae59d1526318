import { TronWeb } from 'tronweb';
import { generatePrivateKey } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../../sandbox/start-sandbox.ts';
import { fundSandboxWallet } from '../../src/cli/fund-sandbox-wallet.ts';
import { startTestFerryman, submitJob, type TestFerryman } from '../support/harness.ts';
import { until } from '../support/until.ts';

const receiver = 'T9yD14Nj9j7xAB4dbGeiX9hsSWU1V1kM1t';

/** On TRON, where somebody else's use of the key takes nothing from Ferryman's leases. */
describe('an allowance that its owner has taken back elsewhere', () => {
  let sandbox: Sandbox;
  let one: TestFerryman;
  const secret = generatePrivateKey();
  let isPaying = false;
  let goOn: () => void = () => undefined;
  const mayGoOn = new Promise<void>((resolve) => {
    goOn = resolve;
  });

  beforeAll(async () => {
    sandbox = await startSandbox({ otherChains: ['TRON'] });
    one = await startTestFerryman({
      endpoints: sandbox.endpoints,
      wallets: [],
      familyWallets: { tron: { name: 'treasury', secret } },
      adjust: (options) => ({
        ...options,
        checkpoint: async (point) => {
          if (point !== 'swap-data-recorded' || isPaying) return;
          isPaying = true;
          await mayGoOn;
        },
      }),
    });
    for (const { family, address } of await one.ferryman.journal.wallets()) {
      await fundSandboxWallet(sandbox.endpoints, address, family);
    }
  });
  afterAll(async () => {
    goOn();
    await one?.close();
    await sandbox?.close();
  });

  it('is read again when the payment finds too little, and given anew', async () => {
    const { TRON } = sandbox.endpoints.chains;
    const { journal } = one.ferryman;
    const usdc = TRON?.tokens.find(({ symbol }) => symbol === 'USDC')?.address ?? '';
    const { swap } = await submitJob(one.ferryman, {
      wallet: 'treasury',
      from: { chain: 'TRON', token: usdc },
      to: { chain: 'TRON', token: 'native' },
      amount: '50',
      receiver,
      slippageBps: 200,
    });
    // Its approval has landed and was read, and it is about to pay.
    await until(async () => isPaying);
    const quote = (await journal.events(swap.id)).find(({ type }) => type === 'quote_recorded');
    const spender = String(quote?.data.spender);
    const owner = new TronWeb({ fullHost: TRON?.fullNodeUrls[0] ?? '', privateKey: secret.slice(2) });
    const token = owner.contract(
      [
        ...['approve', 'allowance'].map((name) => ({
          type: 'function',
          name,
          stateMutability: name === 'approve' ? 'nonpayable' : 'view',
          inputs: [{ type: 'address' }, { type: name === 'approve' ? 'uint256' : 'address' }],
          outputs: [{ type: name === 'approve' ? 'bool' : 'uint256' }],
        })),
      ] as never,
      usdc,
    );
    const standing = async (): Promise<bigint> => token.allowance?.(owner.defaultAddress.base58, spender).call();
    expect(await standing()).toBe(50_000_000n);
    await token.approve?.(spender, 0).send();
    await until(async () => (await standing()) === 0n);
    goOn();

    const { swap: ended } = await one.ferryman.awaitEnd(swap.id, { signal: AbortSignal.timeout(150_000) });
    expect(ended.state).toBe('settled');
    const steps = (await journal.events(swap.id)).flatMap(({ type, data }) =>
      type === 'attempt_committed' ? [data.step] : [],
    );
    expect(steps).toEqual(['approve', 'approve', 'swap']);
  });
});
