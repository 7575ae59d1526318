import { expect, it } from 'vitest';
import { chainRegistry } from '../../src/core/chains.ts';
import { parseEvmAddress } from '../../src/core/evm-address.ts';
import { defaultPolicy } from '../../src/core/policy.ts';
import { parseSolanaAddress } from '../../src/core/solana-address.ts';
import { freezeJob } from '../../src/executor/freeze-job.ts';

type Context = Parameters<typeof freezeJob>[0];

/** As far as it is asked here. */
const adapter = (name: string) => ({
  chain: chainRegistry[name]!,
  parseAddress: (text: string) => parseEvmAddress(text),
  token: async () => chainRegistry[name]!.nativeToken,
});

/** The chain's own form is another one, and its addresses have no 0x. */
const solana = {
  ...adapter('SOLANA'),
  parseAddress: (text: string) => parseSolanaAddress(text),
};

const wallet = { id: 'w', name: 'treasury', family: 'evm', address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed' };
const context = {
  chains: new Map([
    ['IOTEX', adapter('IOTEX')],
    ['HARMONY', adapter('HARMONY')],
    ['SOLANA', solana],
  ]),
  journal: { wallets: async () => [wallet] },
  policy: defaultPolicy,
  clock: { now: () => 0 },
} as unknown as Context;

const request = {
  wallet: 'treasury',
  from: { chain: 'IOTEX', token: 'native' },
  to: { chain: 'HARMONY', token: 'native' },
  amount: '1',
  slippageBps: 50,
  // docs.harmony.one and iotexproject/iotex-address: each is the account of what it is compared with below.
  receiver: 'one103q7qe5t2505lypvltkqtddaef5tzfxwsse4z7',
  refundAddress: 'io1mflp9m6hcgm2qcghchsdqj3z3eccrnekx9p0ms',
};

it('knows an account by a chain’s second spelling of it', async () => {
  const { accounts, jobFrom } = await freezeJob(context, request);
  expect(jobFrom(accounts[0])).toMatchObject({
    receiver: '0x7c41E0668B551f4f902cFaec05B5Bdca68b124CE',
    refundAddress: '0xDa7e12Ef57c236a06117c5e0d04a228e7181CF36',
  });
});

it.each(['native', '0x0000000000000000000000000000000000000000', 'So11111111111111111111111111111111111111111'])(
  'takes %s for the native coin of Solana',
  async (token) => {
    const receiver = 'Bxp8yhH9zNwxyE4UqxP7a7hgJ5xTZfxNNft7YJJ2VRjT';
    const { accounts, jobFrom } = await freezeJob(context, { ...request, to: { chain: 'SOLANA', token }, receiver });
    expect(jobFrom(accounts[0]).to).toMatchObject({
      token: 'So11111111111111111111111111111111111111111',
      decimals: 9,
    });
  },
);

it('refuses the spelling of another chain', async () => {
  const mixedUp = { ...request, receiver: request.refundAddress };
  await expect(freezeJob(context, mixedUp)).rejects.toMatchObject({
    code: 'INVALID_JOB',
    faults: [{ pointer: '/receiver' }],
  });
});
