import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../../sandbox/start-sandbox.ts';
import { sandboxConfigFile } from '../../src/cli/sandbox-config-file.ts';
import { readGuardPolicy } from '../../src/guard/policy/read-guard-policy.ts';
import { ruleTable } from '../../src/guard/rule-table.ts';
import { testPolicyFile } from '../support/guard-policy.ts';
import { tokenOf } from '../support/harness.ts';
import { ferryman } from './io-for-test.ts';

const wallet = '0x07C6D5e2d79Be05457632bB9F64fd58C9db8AaC3';
const receiver = '0xf02DC103E62cF4A2C007324d8Bb95513edABf875';
const attacker = '0x9A40B1655d6d147eA6c5BB92fECF600aB3fD5630';
const router = '0x02D0722c62A41c6f6eF0E05bED1423F2f1B68864';
const gateway = '0x0605808857d431Bfb447979A599B19Ab48166C9c';
const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const arbitrumUsdc = '0xaf88d065e77c8cC2239327C5EDb3A432268e5831';

const word = (hex: string): string => hex.replace(/^0x/, '').toLowerCase().padStart(64, '0');
const transaction = {
  to: router,
  data: `0xc35703ea${[usdc, arbitrumUsdc, (10n ** 9n).toString(16), (994n * 10n ** 6n).toString(16), receiver].map(word).join('')}`,
  value: '0',
  approvalAddress: gateway,
};
const trade = {
  estimate: {
    destinationTokenAmount: '999',
    destinationTokenMinAmount: '994',
    destinationWeiAmount: '999000000',
    destinationWeiMinAmount: '994000000',
    durationInMinutes: 1,
    slippage: 0.005,
    priceImpact: 0.02,
  },
  fees: {
    gasTokenFees: {
      gas: null,
      protocol: { fixedAmount: '0', fixedWeiAmount: '0', fixedUsdAmount: '0' },
      provider: { fixedAmount: '0', fixedWeiAmount: '0', fixedUsdAmount: '0' },
    },
    percentFees: { percent: 0 },
  },
  providerType: 'across',
  swapType: 'cross-chain',
  warnings: [],
  routing: [],
  useServiceContract: true,
};
const job = {
  wallet: 'treasury',
  from: { chain: 'ETH', token: usdc },
  to: { chain: 'ARBITRUM', token: arbitrumUsdc },
  amount: '1000',
  receiver,
  minOut: '990',
};
const answer = {
  ...trade,
  quote: {
    srcTokenBlockchain: 'ETH',
    srcTokenAddress: usdc,
    srcTokenAmount: '1000',
    dstTokenBlockchain: 'ARBITRUM',
    dstTokenAddress: arbitrumUsdc,
    fromAddress: wallet,
    receiver,
  },
  transaction,
};
const facts = {
  wallet,
  tokens: [
    { chain: 'ETH', address: usdc, symbol: 'USDC', decimals: 6 },
    { chain: 'ARBITRUM', address: arbitrumUsdc, symbol: 'USDC', decimals: 6 },
  ],
  fee: {
    family: 'evm',
    gasLimit: '300000',
    maxFeePerGas: '1000000000',
    maxPriorityFeePerGas: '1000000',
  },
  simulation: {
    block: '1',
    balanceChanges: [
      { account: wallet, token: usdc, amountBaseUnits: '-1000000000' },
      {
        account: wallet,
        token: '0x0000000000000000000000000000000000000000',
        amountBaseUnits: '0',
      },
    ],
    allowanceChanges: [
      { token: usdc, spender: gateway, beforeBaseUnits: '1000000000', afterBaseUnits: '0' },
    ],
    inspected: {
      [router]: { hasCode: true, isToken: false },
      [gateway]: { hasCode: true, isToken: false },
    },
  },
};

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ferryman-guard-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const put = (name: string, value: unknown) =>
  writeFile(join(folder, `${name}.json`), JSON.stringify(value));
const call = (line: string) => ferryman(line.split(' '), { folder });

describe('ferryman guard check', () => {
  const line = 'guard check --job job.json --quote quote.json --answer answer.json';
  beforeEach(async () => {
    await put('job', job);
    await put('quote', { id: 'q-1', ...trade, transaction: { approvalAddress: gateway } });
    await put('answer', answer);
    await put('policy', testPolicyFile);
    await put('facts', facts);
  });

  it('judges what the order is worth by the prices of the facts', async () => {
    const sources = [{ kind: 'json', url: 'https://prices.example/', pointer: '/usd' }];
    const tokens = [
      { chain: 'ETH', token: usdc, sources },
      { chain: 'ARBITRUM', token: arbitrumUsdc, sources: [{ kind: 'static', usd: '1' }] },
    ];
    await put('policy', { ...testPolicyFile, prices: { tokens, unpriced: 'any' } });
    const check = async (usd?: string) => {
      const prices = usd === undefined ? [] : [{ chain: 'ETH', token: usdc, usd }];
      await put('facts', { ...facts, prices });
      const { code, stdout } = await call(`${line} --facts facts.json --policy policy.json`);
      return [code, stdout.replaceAll(/\s+/g, ' ')];
    };
    expect(await check()).toEqual([4, expect.stringContaining('a price is missing: USDC on ETH')]);
    expect((await check('1.001'))[0]).toBe(0);
    expect(await check('1.1')).toEqual([3, expect.stringContaining('is worth less than')]);
  });

  it('says for each rule of a policy that admits nothing what it holds', async () => {
    const { code, stdout } = await call(`${line} --facts facts.json`);
    expect(code).toBe(4);
    expect(stdout).toMatch(/^verdict {2}hold$/m);
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain(
      'E02 (Called contract) holds it for a person: the policy does not name the target',
    );
    expect(stdout).toMatch(/^G10 /m);
  });

  it('names the rule that a malformed answer breaks', async () => {
    await put('answer', { ...answer, transaction: { ...transaction, value: '-1' } });
    const { code, stdout } = await call(`${line} --facts facts.json --json`);
    expect(code).toBe(3);
    const judgement = JSON.parse(stdout);
    expect(judgement).toMatchObject({ verdict: 'reject', findings: [{ severity: 'reject' }] });
  });

  it('wants another order if the answer names another spender than the quote, as a swap does', async () => {
    await put('quote', { id: 'q-1', ...trade, transaction: { approvalAddress: attacker } });
    const judged = (await call(`${line} --policy policy.json --facts facts.json --json`)).json();
    expect(judged).toMatchObject({
      verdict: 'requote',
      findings: [{ message: 'the swap data names a spender other than its quote' }],
    });
  });

  it('refuses what a simulation shows, and says what it cannot judge without one', async () => {
    const { balanceChanges } = facts.simulation;
    const stolen = { ...balanceChanges[0]!, amountBaseUnits: '-1000000001' };
    const simulation = { ...facts.simulation, balanceChanges: [stolen, balanceChanges[1]!] };
    await put('facts', { ...facts, simulation });
    const drained = (await call(`${line} --policy policy.json --facts facts.json --json`)).json();
    expect(drained.verdict).toBe('reject');
    expect(drained.findings.map(({ rule }: { rule: string }) => rule)).toContain('G12');

    const { simulation: _none, ...rest } = facts;
    await put('facts', rest);
    const { verdict, findings, unproven } = (
      await call(`${line} --policy policy.json --facts facts.json --json`)
    ).json();
    expect(['incomplete', 'hold']).toContain(verdict);
    expect(findings.map(({ rule }: { rule: string }) => rule)).not.toContain('G12');
    expect(unproven).toContainEqual({ rule: 'G12', needs: expect.stringMatching(/simulation/) });
  });

  it('does not take another wallet, receiver or echo', async () => {
    await put('answer', { ...answer, quote: { ...answer.quote, receiver: attacker } });
    const { findings } = (
      await call(`${line} --policy policy.json --facts facts.json --json`)
    ).json();
    expect(findings.map(({ rule }: { rule: string }) => rule)).toContain('G06');
  });

  it('reads tokens and wallet from the answers if no facts are given, and says so', async () => {
    const side = { address: usdc, decimals: 6, symbol: 'USDC' };
    await put('quote', { id: 'q-1', ...trade, tokens: { from: side, to: side } });
    const { assumptions } = (await call(`${line} --policy policy.json --json`)).json();
    expect(assumptions.join()).toMatch(/the wallet is 0x07C6.*decimals/);
  });

  it('refuses a job and facts with faults, each named', async () => {
    await put('job', { ...job, amount: '-1' });
    expect((await call(`${line} --facts facts.json`)).stderr).toContain('amount');
    await put('job', job);
    await put('facts', { wallett: wallet });
    expect((await call(`${line} --facts facts.json`)).code).toBe(2);
    expect((await call('guard check --job none.json --quote q --answer a')).code).toBe(2);
  });
});

describe('ferryman guard explain', () => {
  it('explains every rule', async () => {
    for (const id of Object.keys(ruleTable)) {
      const { code, stdout } = await call(`guard explain ${id.toLowerCase()}`);
      expect(code).toBe(0);
      expect(stdout).toMatch(new RegExp(`^${id} {2}\\w`));
      expect(stdout).toMatch(/^Source: ./m);
    }
    const { rules } = (await call('guard explain --json')).json();
    expect(rules).toHaveLength(Object.keys(ruleTable).length);
    expect((await call('guard explain E99')).stderr).toMatch(/no rule E99/);
    expect((await call('guard explain E02 --json')).json().families).toContain('evm');
  });
});

describe('ferryman guard policy check', () => {
  it('prints the hash, or every fault', async () => {
    await put('policy', testPolicyFile);
    const read = readGuardPolicy(testPolicyFile);
    const { stdout } = await call('guard policy check policy.json');
    expect(stdout).toContain(read.ok ? read.policy.hash : 'faults');
    await put('policy', { version: 2, chains: { NOWHERE: {} }, limit: 1 });
    const faulty = await call('guard policy check policy.json');
    expect(faulty.code).toBe(1);
    expect(faulty.stdout).toMatch(/^\/version: /m);
    expect(faulty.stdout).toMatch(/^\/limit: is not known$/m);
  });
});

describe('ferryman policy learn', () => {
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await startSandbox({ otherChains: [] });
    await writeFile(join(folder, 'ferryman.config.json'), sandboxConfigFile(sandbox.endpoints));
  });
  afterAll(() => sandbox?.close());

  it('lists the contracts with their code, receiver and provider that a job needs, without a service', async () => {
    const answers = ['correct horse', 'correct horse'];
    const made = await ferryman(['wallet', 'create', 'learner'], { folder, answers });
    expect(made.code).toBe(0);
    const from = { chain: 'ETH', token: tokenOf(sandbox.endpoints, 'ETH', 'USDC') };
    await put('job', {
      ...{ wallet: 'learner', from, amount: '10', receiver, slippageBps: 100 },
      to: { chain: 'POLYGON', token: tokenOf(sandbox.endpoints, 'POLYGON', 'USDC') },
    });
    const { stdout, stderr, code } = await call('policy learn --job job.json');
    expect(stderr).toMatch(/Compare addresses and code/);
    expect(code).toBe(0);
    const fragment = JSON.parse(stdout);
    expect(readGuardPolicy(fragment).ok).toBe(true);
    expect(fragment.providers.length).toBeGreaterThan(0);
    const { targets, spenders } = fragment.chains.ETH;
    for (const contract of [...targets, ...spenders])
      expect(contract.codeHash).toMatch(/^0x[0-9a-f]{64}$/);
    expect(fragment.chains.POLYGON.receivers).toEqual([receiver]);
  });
});
