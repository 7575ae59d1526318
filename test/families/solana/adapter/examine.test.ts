import type { Keypair } from '@solana/web3.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectLacking, type Lacking, needsOf } from '../../shared/endpoints/lacking.ts';
import { type LocalChain, startLocalChain } from './local-chain.ts';
import { type Lies, lyingFetch, RpcError } from './lying-fetch.ts';

const methodNotFound = -32601;
const noHistory = -32011;

describe('the doctor at a node of Solana', () => {
  let local: LocalChain;
  let wallet: Keypair;
  beforeAll(async () => {
    local = await startLocalChain();
    wallet = await local.newWallet();
  });
  afterAll(() => local?.close());

  const examine = (lies: Lies = {}) =>
    local.adapter({ fetch: lyingFetch(lies) }).examine([wallet.publicKey.toBase58()]);

  it('finds all that Ferryman needs', async () => {
    const findings = await examine();
    expectLacking(findings, {});
    expect(needsOf(findings)).toEqual([
      'HEAD',
      'SIMULATION',
      'HISTORY',
      'FINALITY',
      'FEES',
      'RATE',
    ]);
    expect(findings.find(({ need }) => need === 'SIMULATION')?.message).toMatch(
      /shows the changes/,
    );
  });

  it('finds all without a wallet that has coins, and says what was not seen', async () => {
    const findings = await local.adapter().examine([]);
    expectLacking(findings, {});
    expect(findings.find(({ need }) => need === 'SIMULATION')?.message).toMatch(/would show/);
  });

  it.each<[string, number, Lacking]>([
    ['simulateTransaction', methodNotFound, { SIMULATION: 'missing' }],
    ['getLatestBlockhash', methodNotFound, { SIMULATION: 'missing' }],
    ['getMultipleAccounts', methodNotFound, { SIMULATION: 'missing', FEES: 'missing' }],
    ['getBlockHeight', methodNotFound, { SIMULATION: 'missing', FINALITY: 'missing' }],
    ['getFirstAvailableBlock', methodNotFound, { HISTORY: 'missing' }],
    ['getSignaturesForAddress', noHistory, { HISTORY: 'missing' }],
    ['getSignatureStatuses', noHistory, { HISTORY: 'missing' }],
    ['getTransaction', noHistory, { HISTORY: 'missing' }],
    ['getBlock', methodNotFound, { HISTORY: 'missing', FINALITY: 'missing' }],
    ['isBlockhashValid', methodNotFound, { FINALITY: 'missing' }],
    ['getRecentPrioritizationFees', methodNotFound, { FEES: 'missing' }],
  ])('names %s if the node refuses it', async (method, code, lacking) => {
    const findings = await examine({ [method]: () => new RpcError(code) });
    expectLacking(findings, lacking, new RegExp(`refuses ${method}: `));
  });

  it.each(['accounts', 'innerInstructions'])(
    'finds that a simulation comes without its %s',
    async (member) => {
      const withoutMember = (answer: unknown) => {
        const { value, ...others } = answer as { value: object };
        return { ...others, value: { ...value, [member]: null } };
      };
      const findings = await examine({ simulateTransaction: withoutMember });
      expectLacking(findings, { SIMULATION: 'missing' }, /the changes of a simulated transaction/);
    },
  );

  it('finds that the history begins less than a day ago', async () => {
    const { slot: first } = local.sandbox.blockchain.head('finalized');
    const findings = await examine({ getFirstAvailableBlock: () => first });
    expectLacking(findings, { HISTORY: 'missing' }, new RegExp(`no history before slot ${first}`));
  });

  it('accepts a history that begins two days ago', async () => {
    const twoDaysAgo = Math.floor(Date.now() / 1_000) - 2 * 86_400;
    const findings = await examine({
      getFirstAvailableBlock: () => 1,
      getBlockTime: (time, [slot]) => (slot === 1 ? twoDaysAgo : time),
    });
    expectLacking(findings, {});
  });

  it('finds that a transaction is listed, and not there', async () => {
    const listed = { signature: '2'.repeat(88), slot: 7, err: null, blockTime: null };
    const findings = await examine({ getSignaturesForAddress: () => [listed] });
    expectLacking(findings, { HISTORY: 'missing' }, /lists 2+ but does not have it/);
  });
});
