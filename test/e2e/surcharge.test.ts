import { createTestClient, http, numberToHex, publicActions } from 'viem';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { FeeOracle } from '../../sandbox/evm/artifacts/FeeOracle.ts';
import { type Sandbox, startSandbox } from '../../sandbox/start-sandbox.ts';
import { ofFamily } from '../../src/core/swap/of-family.ts';
import { evmChains } from '../../src/families/evm/formats/registry/evm-chains.ts';
import type { EvmFee } from '../../src/families/evm/formats/transaction.ts';
import { hangSignal } from '../support/hang-limit.ts';
import {
  coinForUsdc,
  fund,
  native,
  oneEther,
  runJob,
  startTestFerryman,
  submitJob,
  type TestFerryman,
} from '../support/harness.ts';
import { until } from '../support/until.ts';

/** Of the sandbox's ETH, as if it were built on the OP Stack: anvil has the oracle at its address. */
const surcharge = evmChains.BASE!.fees.surcharge!;
const oracle = surcharge.oracle as `0x${string}`;
const finney = oneEther / 1_000n;

describe('a chain that takes something beside gas', () => {
  let sandbox: Sandbox;
  let one: TestFerryman | undefined;
  let client: ReturnType<typeof connect>;
  /** When the last attempt was committed. */
  let reserved = 0n;

  const connect = () =>
    createTestClient({
      mode: 'anvil',
      transport: http(sandbox.endpoints.chains.ETH.rpcUrls[0]),
    }).extend(publicActions);

  beforeAll(async () => {
    sandbox = await startSandbox({ otherChains: [] });
    client = connect();
    await client.setCode({ address: oracle, bytecode: FeeOracle.deployedBytecode });
  });
  afterAll(() => sandbox?.close());
  afterEach(async () => {
    await one?.close();
    one = undefined;
  });

  /** What the oracle takes for each transaction. */
  const charge = (wei: bigint) =>
    client.setStorageAt({ address: oracle, index: 2, value: numberToHex(wei, { size: 32 }) });

  async function start(balance: bigint): Promise<TestFerryman> {
    one = await startTestFerryman({
      endpoints: sandbox.endpoints,
      wallets: ['treasury'],
      adjust: (options) => ({
        ...options,
        checkpoint: async (point) => {
          if (point === 'attempt-committed') reserved = await reservedNow();
        },
        chains: options.chains.map((settings) => {
          if (settings.chain.name !== 'ETH') return settings;
          const chain = ofFamily(settings.chain, 'evm');
          return { ...settings, chain: { ...chain, fees: { ...chain.fees, surcharge } } };
        }),
      }),
    });
    await fund(sandbox.endpoints, 'ETH', addressOf(one), native, balance);
    return one;
  }

  /** Of the chain's coin, by what is signed and in no block. */
  async function reservedNow(): Promise<bigint> {
    if (!one) return 0n;
    const { journal } = one.ferryman;
    const [wallet] = await journal.wallets();
    const of = { walletId: wallet!.id, chain: 'ETH', block: await client.getBlockNumber() };
    return (await journal.reservedFunds(of)).get(native) ?? 0n;
  }

  const addressOf = ({ wallets }: TestFerryman): `0x${string}` => wallets.treasury!;
  const job = (change = {}) => coinForUsdc(sandbox.endpoints, 'ETH', { amount: '1', ...change });
  const eventsOf = async (
    { ferryman }: TestFerryman,
    id: Parameters<typeof ferryman.awaitEnd>[0],
  ) => ferryman.journal.events(id);

  it('has it in the estimate and in what the lease reserves, and the swap settles', async () => {
    await charge(3n * finney);
    const test = await start(2n * oneEther);
    const { swap } = await runJob(test.ferryman, job());
    expect(swap.state).toBe('settled');
    const events = await eventsOf(test, swap.id);
    const fee = events.find(({ type }) => type === 'attempt_committed')?.data.fee as EvmFee;
    expect(BigInt(String(fee.surcharge))).toBe(3n * finney);
    const gas = BigInt(String(fee.gasLimit)) * BigInt(String(fee.maxFeePerGas));
    expect(reserved).toBe(oneEther + gas + 3n * finney);
  });

  it('signs nothing that the balance covers but for it', async () => {
    await charge(3n * finney);
    // Enough for the amount and the gas, which costs a thousandth of an ether at most.
    const test = await start(oneEther + 2n * finney);
    const { swap } = await runJob(test.ferryman, job());
    expect(swap).toMatchObject({
      state: 'failed',
      fundsState: 'untouched',
      reason: { code: expect.stringMatching(/^INSUFFICIENT_/) },
    });
    const events = await eventsOf(test, swap.id);
    expect(events.filter(({ type }) => type === 'lease_taken')).toEqual([]);
    expect(await client.getTransactionCount({ address: addressOf(test) })).toBe(0);

    await charge(0n);
    expect((await runJob(test.ferryman, job())).swap.state).toBe('settled');
  });

  it('signs nothing while it is more than the chain’s cap or the job allows', async () => {
    await charge(60n * finney);
    const test = await start(3n * oneEther);
    const submitted = [
      await submitJob(test.ferryman, job()),
      await submitJob(test.ferryman, job({ maxFee: '0.05' })),
    ];
    for (const { swap } of submitted)
      await until(async () => {
        const view = await test.ferryman.journal.findSwap(swap.id);
        return view?.swap.reason?.code === 'FEE_TOO_HIGH';
      });
    expect(await client.getTransactionCount({ address: addressOf(test) })).toBe(0);
    await charge(0n);
    for (const { swap } of submitted) {
      const end = await test.ferryman.awaitEnd(swap.id, { signal: hangSignal() });
      expect(end.swap.state).toBe('settled');
    }
  });
});
